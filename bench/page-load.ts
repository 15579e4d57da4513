import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { freePort } from '#test/support/free-port.ts'
import { medians, report } from './figures.ts'
import { cpuMs } from './machine.ts'
import { type Answer, ended, type Server, send, untilUp } from './server.ts'

const connections = 50
const pacePerSecond = 500
const client = fileURLToPath(new URL('./page-client.ts', import.meta.url))
/** Headers of a connection or a moment, and those that nginx writes itself. */
const ownHeaders = /^(connection|keep-alive|transfer-encoding|date|content-(length|type)|last-modified|server)$/

/** Prints the cost of a cached page beside nginx with the same bytes and headers, in turn. */
export async function reportLoad(site: Server, pages: ReadonlyMap<string, Answer>, folder: string, rounds: number, seconds: number) {
  if (spawnSync('nginx', ['-v']).status !== 0) return console.log('\nLoad: nginx is not on the PATH, not measured')
  const nginx = await serveNginx(folder, pages)
  const rows = []
  for (const [path, { body }] of pages) {
    const served = await send(nginx, 'GET', path)
    if (!body.equals(served.body)) throw new Error(`nginx does not serve the same: ${path}`)
    for (const each of [site, nginx]) await ask(each, path, 2)
    const found = []
    for (let round = 0; round < rounds; round++) {
      const [own, beside] = [await ask(site, path, seconds), await ask(nginx, path, seconds)]
      const [paced, besidePaced] = [await ask(site, path, seconds, pacePerSecond), await ask(nginx, path, seconds, pacePerSecond)]
      const ratio = own.cpuMicros / beside.cpuMicros
      found.push({ ...own, besideMicros: beside.cpuMicros, ratio, p99Ms: paced.p99Ms, besideP99Ms: besidePaced.p99Ms })
    }
    rows.push({ name: path, ...medians(found) })
  }
  console.log(`\nLoad: ${connections} connections, ${rounds} rounds of ${seconds} s in turn with nginx`)
  report(rows, [
    { heading: 'requests/s', of: ({ perSecond }) => perSecond },
    { heading: 'CPU µs', of: ({ cpuMicros }) => cpuMicros, digits: 2 },
    { heading: 'nginx', of: ({ besideMicros }) => besideMicros, digits: 2 },
    { heading: 'RATIO', of: ({ ratio }) => ratio, digits: 2, most: 2 },
    { heading: `p99 ms at ${pacePerSecond}/s`, of: ({ p99Ms }) => p99Ms, digits: 2, most: 5 },
    { heading: 'nginx', of: ({ besideP99Ms }) => besideP99Ms, digits: 2 },
  ])
  await ended(nginx.child)
}

/** `perSecond`: evenly spaced requests; otherwise as many as possible. */
async function ask({ port, child: server }: Server, path: string, forSeconds: number, perSecond = 0) {
  const before = cpuMs(server.pid)
  const args = [client, port, path, connections, forSeconds, perSecond].map(String)
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const { answered, failures, p99Ms } = JSON.parse(await text(child.stdout))
  if (failures > 0) throw new Error(`${failures} requests for ${path} weren't answered with 200`)
  return { perSecond: answered / forSeconds, cpuMicros: ((cpuMs(server.pid) - before) * 1_000) / answered, p99Ms }
}

/** An nginx of one process that serves the pages as files. */
async function serveNginx(folder: string, pages: ReadonlyMap<string, Answer>): Promise<Server> {
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  const port = await freePort()
  const locations = [...pages].map(([path, { headers, body }], at) => {
    writeFileSync(join(folder, `page-${at}`), body)
    const others = Object.entries(headers).filter(([name]) => !ownHeaders.test(name))
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
  await untilUp(child, port, [...pages.keys()][0] ?? '/')
  return { port, child }
}

/** A string of nginx's configuration in which nothing is a variable. */
const quoted = (value: string) => `"${value.replace(/[\\"]/g, '\\$&').replaceAll('$', '$' + '{dollar}')}"`
