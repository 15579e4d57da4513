import { connect, type Socket } from 'node:net'

/*
 * Pages that listen to /api/live, in a process of their own, steered by messages: `{open, port}`, `{expect}`, `{close}`.
 * Each comes from an address of its own, as behind one proxy (TRUST_PROXY=1).
 */

interface Page {
  socket: Socket
  /** The slots left that it was told last, and when (ms since 1970). */
  left: number | undefined
  toldAt: number
  events: number
}

export interface Opened {
  opened: number
  refused: number
}

export interface Told {
  firstAt: number
  lastAt: number
  events: number
}

const openAtOnce = 100
const slots = '"left":'

let pages: Page[] = []
let expected: { left: number; missing: number } | undefined

const nowMs = () => performance.timeOrigin + performance.now()

/** Opens a page that listens; false when it was refused. */
function open(port: number, number: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  const page: Page = { socket, left: undefined, toldAt: 0, events: 0 }
  // As little work as can be: these pages share the machine with the server that is measured.
  let rest = ''
  socket.setEncoding('latin1')
  socket.on('error', () => resolve(false))
  socket.on('data', (chunk: string) => {
    const text = rest + chunk
    const at = text.lastIndexOf(slots)
    const digit = at < 0 ? '' : text.charAt(at + slots.length)
    rest = digit ? '' : text.slice(-slots.length)
    if (digit) told(page, Number(digit))
    if (page.events === 1) resolve(true)
    else if (/^HTTP\/1\.1 [^2]/.test(chunk)) resolve(false)
  })
  socket.write(
    `GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 ` +
      `Firefox/140.0\r\nAccept-Language: en-GB\r\nAccept-Encoding: gzip, deflate, br\r\nX-Forwarded-For: 10.${number >> 16}.${(number >> 8) & 255}.${number & 255}\r\n\r\n`,
  )
  pages.push(page)
  return promise
}

function told(page: Page, left: number) {
  const isNews = expected?.left === left && page.left !== left
  page.left = left
  page.toldAt = nowMs()
  page.events++
  if (isNews && expected && --expected.missing === 0) report()
}

function report() {
  expected = undefined
  const times = pages.map(({ toldAt }) => toldAt)
  const events = pages.reduce((sum, page) => sum + page.events, 0)
  process.send?.({ firstAt: Math.min(...times), lastAt: Math.max(...times), events } satisfies Told)
}

process.on('message', async (message: { open?: number; port?: number; expect?: number; close?: boolean }) => {
  if (message.open !== undefined) {
    let [next, opened, refused] = [0, 0, 0]
    const many = message.open
    const openSome = async () => {
      while (next < many) (await open(message.port ?? 0, next++)) ? opened++ : refused++
    }
    await Promise.all(Array.from({ length: openAtOnce }, openSome))
    process.send?.({ opened, refused } satisfies Opened)
  }
  if (message.expect !== undefined) {
    expected = { left: message.expect, missing: pages.filter(({ left }) => left !== message.expect).length }
    if (expected.missing === 0) report()
    else process.send?.({ ready: true })
  }
  if (message.close) {
    for (const { socket } of pages) socket.destroy()
    pages = []
    process.send?.({ closed: true })
  }
})
