import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newUser } from '../support/api.ts'
import { startServer, type TestServer } from '../support/server.ts'

const CONNECTIONS = process.env.LONG ? 1_000 : 200
const CALLS = 200
describe('slow connections', () => {
  let server: TestServer
  let token: string
  const sockets: Socket[] = []
  beforeAll(async () => {
    server = await startServer()
    token = (await newUser(server.url)).token
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await server?.stop()
  })

  /** Half of them never end their headers, half never their body; each sends a byte now and then. */
  const openSlow = async (n: number): Promise<void> => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    sockets.push(socket)
    await once(socket, 'connect')
    const body = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":"'
    socket.write(`POST /api/auth/login HTTP/1.1\r\n${n % 2 === 0 ? 'X-Slow: ' : body}`)
    const drip = setInterval(() => socket.write('a'), 1_000)
    socket.once('close', () => clearInterval(drip))
  }

  it(`keep nobody else from being answered, ${CONNECTIONS} at once`, async () => {
    for (let n = 0; n < CONNECTIONS; n += 50)
      await Promise.all(Array.from({ length: 50 }, (_, at) => openSlow(n + at)))
    const answers: number[] = []
    const caller = async () => {
      for (let n = 0; n < CALLS / 10; n += 1) {
        const answer = await fetch(`${server.url}/api/maps/publicMaps?limit=20`, {
          headers: { authorization: `Bearer ${token}` },
        }).then(
          (response) => response.text().then(() => response.status),
          () => 0,
        )
        answers.push(answer)
      }
    }
    await Promise.all(Array.from({ length: 10 }, caller))
    expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(CALLS * 0.99)
  })

  it.runIf(process.env.LONG)('are ended by the server before two minutes are over', async () => {
    await vi.waitUntil(() => sockets.every(({ closed }) => closed), { timeout: 120_000, interval: 500 })
  })
})
