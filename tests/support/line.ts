import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line between browser and server that keeps its address while the server changes its own. */
export interface Line {
  readonly url: string
  /** Bytes that went to the server since the line was opened. */
  sent(): number
  /** From here on this many more bytes reach the server; then the connection is silent, but not closed. */
  holdAfter(bytes: number): void
  /** Lets everything through again. */
  release(): void
  /** Cuts what is open and refuses what comes. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** @param target `http://host:port` of the server as it is now */
export async function openLine(target: () => string): Promise<Line> {
  const sockets = new Set<Socket>()
  const held = new Set<Socket>()
  let total = 0
  let allowance = Number.POSITIVE_INFINITY
  let isCut = false

  const keep = (socket: Socket) => {
    sockets.add(socket)
    // A broken end is told by `close` as well.
    socket.on('error', () => undefined)
    socket.once('close', () => {
      sockets.delete(socket)
      held.delete(socket)
    })
  }
  const server = createServer((client) => {
    keep(client)
    if (isCut) return client.destroy()
    const { hostname, port } = new URL(target())
    const upstream = connect(Number(port), hostname)
    keep(upstream)
    client.on('data', (chunk) => {
      total += chunk.length
      allowance -= chunk.length
      if (!upstream.write(chunk)) {
        client.pause()
        upstream.once('drain', () => allowance > 0 && client.resume())
      }
      if (allowance <= 0) {
        client.pause()
        held.add(client)
      }
    })
    upstream.pipe(client)
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
    return client
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    sent: () => total,
    holdAfter: (bytes) => {
      allowance = bytes
    },
    release: () => {
      allowance = Number.POSITIVE_INFINITY
      for (const socket of held) socket.resume()
      held.clear()
    },
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend: () => {
      isCut = false
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
