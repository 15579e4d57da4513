import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** An email as the server received it. */
export interface Taken {
  from: string
  recipients: string[]
  /** The message itself, without dot-stuffing, with CR LF line ends. */
  source: string
}

/** An email server on this machine that speaks just enough SMTP. */
export interface SmtpServer {
  url: string
  taken: Taken[]
  /** The reply after the message instead of accepting it, if set, e.g. '451 Try again later'. */
  refuses: string | undefined
  /** The reply to a recipient instead of accepting it, if set, e.g. '550 5.1.1 No such user'. */
  refusesRecipient: string | undefined
  /** Accepts the message, but breaks the connection before it confirms. */
  breaksAfterTaking: boolean
  close(): Promise<void>
}

/** Opens an email server. It is closed when the test ends. */
export async function openSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  const tcp = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    converse(socket, server)
  })
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve))
  const address = tcp.address()
  const server: SmtpServer = {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    taken: [],
    refuses: undefined,
    refusesRecipient: undefined,
    breaksAfterTaking: false,
    close: () =>
      new Promise((resolve) => {
        tcp.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  onTestFinished(() => server.close())
  return server
}

/** One connection, from the greeting to QUIT. */
async function converse(socket: Socket, server: SmtpServer) {
  let mail: Taken = { from: '', recipients: [], source: '' }
  let lines: string[] | undefined
  const say = (line: string) => socket.write(`${line}\r\n`)
  const finish = () => {
    if (server.refuses) return say(server.refuses)
    server.taken.push(mail)
    mail = { from: '', recipients: [], source: '' }
    return server.breaksAfterTaking ? socket.destroy() : say('250 Taken')
  }
  say('220 localhost ready')
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (lines && line !== '.') lines.push(line.replace(/^\./, ''))
    else if (lines) {
      mail.source = lines.join('\r\n')
      lines = undefined
      finish()
    } else if (/^(EHLO|HELO) /i.test(line)) say('250 localhost')
    else if (/^MAIL FROM:/i.test(line)) {
      mail.from = addressIn(line)
      say('250 Ok')
    } else if (/^RCPT TO:/i.test(line) && server.refusesRecipient) say(server.refusesRecipient)
    else if (/^RCPT TO:/i.test(line)) {
      mail.recipients.push(addressIn(line))
      say('250 Ok')
    } else if (/^DATA$/i.test(line)) {
      lines = []
      say('354 Go on')
    } else if (/^QUIT$/i.test(line)) {
      say('221 Bye')
      socket.end()
    } else say('500 What?')
  }
}

const addressIn = (line: string) => /<(.*)>/.exec(line)?.[1] ?? ''

interface Part {
  headers: Record<string, string>
  text: string
}

/** A parsed message: its headers, and its decoded parts without containers. */
export function readMessage(source: string): { headers: Record<string, string>; parts: Part[] } {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const headers = readHeaders(head)
  const body = rest.join('\r\n\r\n')
  const type = headers['content-type'] ?? 'text/plain'
  const boundary = /^multipart\/[^;]+;.*boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (!boundary) return { headers, parts: [{ headers, text: decoded(body, headers['content-transfer-encoding'] ?? '') }] }
  const sections = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1)
  return { headers, parts: sections.flatMap((section) => readMessage(section.replace(/^\r\n/, '')).parts) }
}

function readHeaders(head: string): Record<string, string> {
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(
    unfolded.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
}

function decoded(body: string, encoding: string): string {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, 'base64').toString()
  if (!/^quoted-printable$/i.test(encoding)) return body
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
