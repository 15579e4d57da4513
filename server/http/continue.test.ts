import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tellToContinue } from './continue.ts'

const waiting: (() => void)[] = []
/** `/slow` is answered by `waiting`; everything else as soon as its body has arrived. */
function answer(request: IncomingMessage, response: ServerResponse) {
  const answerNow = () => {
    response.writeHead(200, { 'content-length': 5 })
    response.end(Buffer.from('hello'))
  }
  if (request.url === '/slow') waiting.push(answerNow)
  else if (request.method === 'POST') request.resume().once('end', answerNow)
  else answerNow()
}

const server = createServer(answer)
tellToContinue(server)
beforeEach(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterEach(() => {
  waiting.length = 0
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

/** A connection that sends bytes and collects everything received. */
function open() {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk
  })
  return { send: (bytes: string) => socket.write(bytes), text: () => text }
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`

test('A client that waits to be told to go on is told, and then answered', async () => {
  const client = open()
  client.send('POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n')
  await expect.poll(client.text).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  client.send('{}')
  await expect.poll(client.text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n.*\r\n\r\nhello$/s)
})

test('An answer has nothing inside that it is not, while the one before it is still going out', async () => {
  const client = open()
  client.send(get('/slow') + get('/', 'Expect: 100-continue\r\n'))
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]?.()
  await expect.poll(() => client.text().split('hello').length).toBe(3)
  const [first, second] = client.text().split('hello')
  for (const header of [first, second]) expect(header).toMatch(/^HTTP\/1\.1 200 OK\r\n([^\r\n]+\r\n)+\r\n$/)
})
