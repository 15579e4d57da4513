import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#test/support/free-port.ts'
import { ended } from './server.ts'

/** The static servers that a page is measured beside: nginx, and a bare node:http server. Both say what was recorded, byte by byte. */

const answerLimitMs = 30_000
const upLimitMs = 10_000
/** What belongs to a connection or to the moment, not to the answer. */
const passing = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date', 'content-length', 'server'])

/** An answer as it came over the wire: its body not decoded. */
export interface Recorded {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
  /** Of the status line and all the headers. */
  headBytes: number
}

/** A static server and the process that does its work. */
export interface Static {
  name: string
  port: number
  pid: number | undefined
  stop(): Promise<void>
}

/** One request on a connection of its own, and its whole answer. */
export function record(port: number, path: string, headers: Record<string, string> = {}): Promise<Recorded> {
  const { promise, resolve, reject } = Promise.withResolvers<Recorded>()
  const request = http.get({ host: '127.0.0.1', port, path, agent: false, headers }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => resolve(recorded(response, Buffer.concat(chunks))))
    response.on('error', reject)
  })
  request.setTimeout(answerLimitMs, () => request.destroy(new Error(`No answer: ${path}`)))
  request.on('error', reject)
  return promise
}

function recorded({ rawHeaders, statusCode, statusMessage }: http.IncomingMessage, body: Buffer): Recorded {
  const all = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as [string, string]] : []))
  const headBytes = [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...all.map((header) => header.join(': ')), '', ''].join('\r\n').length
  return { status: statusCode ?? 0, headers: all.filter(([name]) => !passing.has(name.toLowerCase())), body, headBytes }
}

export const headerOf = ({ headers }: Recorded, wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1]

/** A bare node:http server in this process. What it does not have it may get, once, from `missing`. */
export async function serveBare(answers: Map<string, Recorded>, missing?: (request: http.IncomingMessage) => Promise<Recorded>) {
  const server = http.createServer((request, response) => {
    const path = request.url ?? '/'
    const known = answers.get(path)
    if (known) send(response, known)
    else if (!missing) response.writeHead(404).end()
    else
      missing(request).then(
        (answer) => {
          answers.set(path, answer)
          send(response, answer)
        },
        () => response.destroy(),
      )
  })
  server.keepAliveTimeout = 65_000
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => resolve())
  await promise
  const stop = async () => {
    const closed = Promise.withResolvers<void>()
    server.close(() => closed.resolve())
    server.closeAllConnections()
    await closed.promise
  }
  return { name: 'bare node:http', port: (server.address() as AddressInfo).port, pid: process.pid, stop } satisfies Static
}

function send(response: http.ServerResponse, { status, headers, body }: Recorded): void {
  const length: [string, string] = ['Content-Length', String(body.length)]
  response.writeHead(status, [...headers, length].flat()).end(body)
}

/** The nginx of this machine and its version, if there is one. */
export function findNginx(): { command: string; version: string } | undefined {
  for (const command of ['nginx', '/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']) {
    const { status, stderr } = spawnSync(command, ['-v'], { encoding: 'utf8' })
    const version = /nginx\/([\d.]+)/.exec(stderr ?? '')?.[1]
    if (status === 0 && version) return { command, version }
  }
  return undefined
}

/** An nginx of one process that serves the answers (all of them 200) as files, with the headers that were recorded. */
export async function serveNginx(command: string, version: string, folder: string, answers: Map<string, Recorded>): Promise<Static> {
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, nginxConfig(folder, port, answers))
  const child = spawn(command, ['-e', 'stderr', '-p', folder, '-c', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  const endWithThis = () => child.kill('SIGKILL')
  process.once('exit', endWithThis)
  child.once('exit', () => process.off('exit', endWithThis))
  const stop = () => ended(child, 'SIGTERM')
  try {
    await untilListening(child, port)
  } catch (error) {
    await stop()
    throw error
  }
  return { name: `nginx ${version}`, port, pid: child.pid, stop }
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  const failed = Promise.withResolvers<never>()
  child.once('error', failed.reject)
  child.once('exit', (code) => failed.reject(new Error(`nginx ended with ${code}`)))
  failed.promise.catch(() => undefined)
  for (const limit = performance.now() + upLimitMs; ; await Promise.race([delay(10), failed.promise])) {
    const answer = await record(port, '/').catch(() => undefined)
    if (answer) return
    if (performance.now() > limit) throw new Error('nginx did not come up')
  }
}

/** Writes each body into the folder. Returns the configuration that serves them: no log, sendfile, connections that stay open. */
function nginxConfig(folder: string, port: number, answers: Map<string, Recorded>): string {
  const locations = [...answers].map(([path, answer], at) => {
    writeFileSync(join(folder, `page-${at}`), answer.body)
    return nginxLocation(path, `/page-${at}`, answer)
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${quoted(folder)};`)
  return `
daemon off;
master_process off;
worker_processes 1;
pid ${quoted(join(folder, 'pid'))};
events { worker_connections 1024; }
http {
  ${temporary.join('\n  ')}
  geo $dollar { default "$"; }
  access_log off;
  sendfile on;
  tcp_nopush on;
  server_tokens off;
  keepalive_timeout 65s 65s;
  keepalive_requests 1000000000;
  etag off;
  max_ranges 0;
  server {
    listen 127.0.0.1:${port};
    root ${quoted(folder)};
    types { }
    ${locations.join('\n    ')}
  }
}
`
}

function nginxLocation(path: string, file: string, answer: Recorded): string {
  const others = answer.headers.filter(([name]) => !['content-type', 'last-modified'].includes(name.toLowerCase()))
  const headers = [...others, ['Last-Modified', headerOf(answer, 'last-modified') ?? ''] as const]
  const lines = headers.map(([name, value]) => `add_header ${name} ${quoted(value)};`)
  const type = quoted(headerOf(answer, 'content-type') ?? '')
  return `location = ${quoted(path)} { default_type ${type}; ${lines.join(' ')} try_files ${file} =404; }`
}

/** A string of nginx's configuration, in which nothing is a variable. */
const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&').replaceAll('$', '$' + '{dollar}')}"`
