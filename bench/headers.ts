import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttp, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { freePort } from '#test/support/free-port.ts'
import { printTable } from './figures.ts'
import { machineLine, makeFolder } from './machine.ts'
import { copyBuild, ended, spawnServer, untilUp } from './server.ts'

/*
 * The grade of our headers by Mozilla's observatory, at a fixed version, over TLS on this machine. It is fetched when this is run, without
 * its install script, which would load lists from the internet: of hosts that browsers know to be on https, in the place of which stands
 * an empty one, and of top-level domains, which only its web service reads.
 */

const observatory = '@mdn/mdn-http-observatory@1.4.8'
const run = promisify(execFile)

const { values: options } = parseArgs({
  options: { paths: { type: 'string', default: '/,/book,/auth,/security-dashboard,/functions/v1/csrf-token' } },
})

interface Scan {
  scan: { grade: string; score: number; testsPassed: number; testsQuantity: number }
  tests: Record<string, { pass: boolean; result: string; scoreModifier: number }>
}

async function main(): Promise<number> {
  const folder = makeFolder()
  const port = await freePort()
  const front = await openTlsFront(folder.path, port)
  const env = { DATA_DIR: join(folder.path, 'data'), SECRET_KEY: randomUUID(), SITE_URL: front.url, TRUST_PROXY: '1', DEV_TOOLS: 'off' }
  const child = spawnServer({ entry: copyBuild(folder.path), port, env })
  try {
    await untilUp(child, port)
    await install(folder.path)
    console.log(`${observatory}, over TLS on this machine\n${machineLine()}\n`)
    const scans: [string, Scan][] = []
    for (const path of options.paths.split(',')) {
      front.startPath = path
      scans.push([path, await scan(folder.path, front)])
    }
    printTable(
      ['page', 'grade', 'score', 'tests passed'],
      scans.map(
        ([
          path,
          {
            scan: { grade, score, testsPassed, testsQuantity },
          },
        ]) => [path, grade, String(score), `${testsPassed}/${testsQuantity}`],
      ),
    )
    console.log('')
    printTable(
      ['test', 'points', 'result'],
      Object.keys(scans[0]?.[1].tests ?? {}).map((name) => [
        name,
        distinct(scans.map(([, { tests }]) => String(tests[name]?.scoreModifier))),
        distinct(scans.map(([, { tests }]) => `${tests[name]?.pass ? '' : 'FAILED '}${tests[name]?.result}`)),
      ]),
    )
    return scans.every(
      ([
        ,
        {
          scan: { grade },
        },
      ]) => grade.startsWith('A'),
    )
      ? 0
      : 1
  } finally {
    front.close()
    await ended(child, 'SIGTERM')
    folder.remove()
  }
}

/** What the pages have come to: once, where it is the same on all. */
const distinct = (results: readonly string[]) => [...new Set(results)].join(' / ')

/** The observatory, apart from our own packages. */
async function install(folder: string): Promise<void> {
  const place = join(folder, 'observatory')
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{"private":true}')
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', observatory], { cwd: place })
  writeFileSync(join(place, 'node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json'), '{}')
}

/** One scan, as its own command makes it, by a process that trusts the certificate. */
async function scan(folder: string, front: Front): Promise<Scan> {
  const command = join(folder, 'observatory/node_modules/@mdn/mdn-http-observatory/src/scan.js')
  const env = { PATH: process.env.PATH ?? '', NODE_EXTRA_CA_CERTS: front.certificatePath }
  const { stdout } = await run(process.execPath, [command, new URL(front.url).host], { env, maxBuffer: 10_000_000 })
  const answer = JSON.parse(stdout) as Scan & { error?: string }
  if (answer.error) throw new Error(`The observatory: ${answer.error}`)
  return answer
}

interface Front {
  url: string
  certificatePath: string
  /** What is answered at `/`: the observatory judges the page that stands there. */
  startPath: string
  close(): void
}

/**
 * A proxy on one port, as it would stand in front of the site: over TLS it passes everything on, and says so; over plain http it leads to
 * https. Its certificate is made for this run.
 */
async function openTlsFront(folder: string, behindPort: number): Promise<Front> {
  const [keyPath, certificatePath] = [join(folder, 'front.key'), join(folder, 'front.crt')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', keyPath, '-out', certificatePath]
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    ...subject,
    ...files,
  ])
  const port = await freePort()
  const sockets = new Set<Socket>()
  const front: Front = {
    url: `https://localhost:${port}`,
    certificatePath,
    startPath: '/',
    close() {
      entrance.close()
      for (const socket of sockets) socket.destroy()
    },
  }

  function passOn(incoming: IncomingMessage, outgoing: ServerResponse) {
    const path = incoming.url === '/' ? front.startPath : incoming.url
    const address = incoming.socket.remoteAddress ?? ''
    const headers = { ...incoming.headers, 'x-forwarded-for': address, 'x-forwarded-proto': 'https' }
    const passed = request({ host: '127.0.0.1', port: behindPort, method: incoming.method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  }
  const secure = createHttps({ key: readFileSync(keyPath), cert: readFileSync(certificatePath) }, passOn)
  const plain = createHttp((incoming, outgoing) => {
    outgoing.writeHead(301, { Location: front.url + incoming.url })
    outgoing.end()
  })
  const entrance = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    // A TLS connection begins with the byte of a handshake.
    socket.once('readable', () => {
      const first: Buffer | null = socket.read(1)
      if (!first) return socket.destroy()
      socket.unshift(first)
      ;(first[0] === 0x16 ? secure : plain).emit('connection', socket)
    })
  })
  await new Promise<void>((resolve) => entrance.listen(port, 'localhost', resolve))
  return front
}

process.exitCode = await main()
