import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#test/support/free-port.ts'
import { median, printTable, verdict } from './figures.ts'
import { cpuMs } from './machine.ts'
import { type Answer, ended, send } from './server.ts'

const connections = 50
const pacePerSecond = 500
const budget = { cpuRatio: 2, p99Ms: 5 }
const client = fileURLToPath(new URL('./page-client.ts', import.meta.url))
/** Headers of a connection or a moment, and those that nginx writes itself. */
const ownHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'date',
  'content-length',
  'content-type',
  'last-modified',
  'server',
])

interface Server {
  port: number
  pid: number | undefined
}

/** Prints the cost of a cached page beside nginx with the same bytes and headers, in turn. */
export async function reportLoad(
  site: Server,
  pages: ReadonlyMap<string, Answer>,
  folder: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<void> {
  if (spawnSync('nginx', ['-v']).status !== 0) return console.log('\nLoad: nginx is not on the PATH, not measured')
  const nginx = await serveNginx(folder, pages)
  const rows: { path: string; cells: number[]; isMet: boolean }[] = []
  for (const [path, { body }] of pages) {
    const served = await send({ port: nginx.port, agent: false }, 'GET', path)
    if (!body.equals(served.body)) throw new Error(`nginx does not serve the same: ${path}`)
    for (const each of [site, nginx]) await ask(each, path, 2)
    const found: number[][] = []
    for (let round = 0; round < rounds; round++) {
      const [own, beside] = [await ask(site, path, seconds), await ask(nginx, path, seconds)]
      const [paced, besidePaced] = [await ask(site, path, seconds, pacePerSecond), await ask(nginx, path, seconds, pacePerSecond)]
      found.push([own.perSecond, own.cpuMicros, beside.cpuMicros, own.cpuMicros / beside.cpuMicros, paced.p99Ms, besidePaced.p99Ms])
    }
    const cells = [0, 1, 2, 3, 4, 5].map((column) => median(found.map((each) => each[column] ?? 0)))
    rows.push({ path, cells, isMet: (cells[3] ?? 0) <= budget.cpuRatio && (cells[4] ?? 0) <= budget.p99Ms })
  }
  console.log(`\nLoad: ${connections} connections, ${rounds} rounds of ${seconds} s in turn with nginx`)
  printTable(
    ['page', 'requests/s', 'CPU µs', 'nginx', 'RATIO', `p99 ms at ${pacePerSecond}/s`, 'nginx'],
    rows.map(({ path, cells }) => [path, ...cells.map((cell, at) => cell.toFixed(at === 0 ? 0 : 2))]),
  )
  const over = rows.filter(({ isMet }) => !isMet).map(({ path }) => path)
  verdict(
    over.length === 0,
    `at most ${budget.cpuRatio} x nginx's processor time, p99 at most ${budget.p99Ms} ms: ${over.join(' ') || 'every page'}`,
  )
  await nginx.stop()
}

/** `perSecond`: evenly spaced requests; otherwise as many as possible. */
async function ask({ port, pid }: Server, path: string, forSeconds: number, perSecond = 0) {
  const before = cpuMs(pid)
  const args = [client, port, path, connections, forSeconds, perSecond].map(String)
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const { answered, failures, p99Ms } = JSON.parse(await text(child.stdout))
  if (failures > 0) throw new Error(`${failures} requests for ${path} weren't answered with 200`)
  return { perSecond: answered / forSeconds, cpuMicros: ((cpuMs(pid) - before) * 1_000) / answered, p99Ms }
}

/** An nginx of one process that serves the pages as files. */
async function serveNginx(folder: string, pages: ReadonlyMap<string, Answer>) {
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  const port = await freePort()
  const locations = [...pages].map(([path, { headers, body }], at) => {
    writeFileSync(join(folder, `page-${at}`), body)
    const others = Object.entries(headers).filter(([name]) => !ownHeaders.has(name))
    const lines = others.map(([name, value]) => `add_header ${name} ${quoted(String(value))};`)
    return `location = ${path} { default_type ${quoted(headers['content-type'] ?? '')}; ${lines.join(' ')} try_files /page-${at} =404; }`
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`)
  const config = `
daemon off;
master_process off;
pid ${folder}/pid;
events { worker_connections 1024; }
http {
  ${temporary.join(' ')}
  geo $dollar { default "$"; }
  access_log off;
  sendfile on;
  tcp_nopush on;
  server_tokens off;
  etag off;
  keepalive_requests 1000000000;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    types { }
    ${locations.join('\n    ')}
  }
}
`
  writeFileSync(join(folder, 'nginx.conf'), config)
  const child = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'inherit'] })
  process.once('exit', () => child.kill('SIGKILL'))
  for (let up = false; !up; await delay(20)) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    up = await send({ port, agent: false }, 'GET', '/').then(
      () => true,
      () => false,
    )
  }
  return { port, pid: child.pid, stop: () => ended(child, 'SIGTERM') }
}

/** A string of nginx's configuration in which nothing is a variable. */
const quoted = (value: string) => `"${value.replace(/[\\"]/g, '\\$&').replaceAll('$', '$' + '{dollar}')}"`
