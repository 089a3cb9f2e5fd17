import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A mail as it came. */
export interface CaughtMail {
  readonly from: string
  readonly to: string
  /** Header fields by their names in lower case, unfolded and decoded. */
  readonly headers: ReadonlyMap<string, string>
  /** The parts by their types, decoded. */
  readonly text: string
  readonly html: string
}

/** What the mail server answers instead of `250`: a line, null to cut the connection, or false to say nothing. */
export type MailAnswer = (command: string) => string | false | null | undefined

export interface MailCatcher {
  /** `smtp://127.0.0.1:PORT` */
  readonly url: string
  readonly mails: readonly CaughtMail[]
  /** Commands as they came, the mails left out. */
  readonly commands: readonly string[]
  /** From now on it answers so. The command `.` is the end of a mail. */
  answerWith(answer: MailAnswer | undefined): void
  stop(): Promise<void>
}

/** A mail server on the loopback that takes every mail and delivers none. */
export async function startMailCatcher(): Promise<MailCatcher> {
  const mails: CaughtMail[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  let answer: MailAnswer | undefined
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    talk(socket, {
      answer: (command) => answer?.(command),
      onCommand: (command) => commands.push(command),
      onMail: (mail) => mails.push(mail),
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    commands,
    answerWith: (next) => {
      answer = next
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Talk {
  readonly answer: MailAnswer
  readonly onCommand: (command: string) => void
  readonly onMail: (mail: CaughtMail) => void
}

function talk(socket: Socket, { answer, onCommand, onMail }: Talk): void {
  let rest = ''
  let envelope = { from: '', to: '' }
  let isData = false
  const say = (line: string | false | null) => {
    if (line === null) socket.destroy()
    else if (line !== false) socket.write(`${line}\r\n`)
  }
  const usual = (command: string): string => {
    if (command === 'DATA') return '354 go on'
    if (command === 'QUIT') return '221 bye'
    if (command === 'STARTTLS') return '502 no'
    return '250 ok'
  }
  const take = (command: string) => {
    onCommand(command)
    const said = answer(command)
    const line = said === undefined ? usual(command) : said
    if (line && line.startsWith('354')) isData = true
    if (command.startsWith('MAIL FROM:')) envelope = { ...envelope, from: addressIn(command) }
    if (command.startsWith('RCPT TO:')) envelope = { ...envelope, to: addressIn(command) }
    say(line)
    if (command === 'QUIT') socket.end()
  }
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1')
    for (;;) {
      const end = isData ? rest.indexOf('\r\n.\r\n') : rest.indexOf('\r\n')
      if (end < 0) return
      const text = rest.slice(0, end)
      rest = rest.slice(end + (isData ? 5 : 2))
      if (!isData) {
        take(text)
        continue
      }
      isData = false
      const said = answer('.')
      // A mail that is taken and not confirmed is taken.
      if (said === undefined || said === null) onMail({ ...envelope, ...readMail(text) })
      say(said === undefined ? '250 taken' : said)
    }
  })
  say('220 catcher')
}

const addressIn = (command: string) => /<([^>]*)>/.exec(command)?.[1] ?? ''

function readMail(content: string) {
  const { headers, body } = readPart(content)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => readPart(part.trimStart()))
    : []
  const bodyOf = (type: string) => {
    const part = parts.find((one) => one.headers.get('content-type')?.startsWith(type))
    return part ? decodeBody(part.body, part.headers.get('content-transfer-encoding') ?? '') : ''
  }
  return { headers, text: bodyOf('text/plain'), html: bodyOf('text/html') }
}

function readPart(text: string) {
  const end = text.indexOf('\r\n\r\n')
  const rows = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    rows.map((row) => {
      const colon = row.indexOf(':')
      return [row.slice(0, colon).toLowerCase(), decodeWords(row.slice(colon + 1).trim())] as const
    }),
  )
  return { headers, body: text.slice(end + 4) }
}

/** Encoded words of RFC 2047. */
const decodeWords = (text: string) =>
  text.replace(/\?=\s+=\?/g, '?==?').replace(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (words) => {
    const bytes = [...words.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind, word = '']) =>
      kind!.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : unquoted(word.replaceAll('_', ' ')),
    )
    return Buffer.concat(bytes).toString('utf8')
  })

const unquoted = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    'latin1',
  )

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding === 'quoted-printable') return unquoted(body).toString('utf8')
  return Buffer.from(body, 'latin1').toString('utf8')
}
