// @module-tag never-again
import { type HTMLElement, parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import {
  freeAgentCsv,
  givenCsv,
  plainCsv,
  quickBooksCreditsCsv,
  quickBooksCsv,
  readAccountsPapers,
  readStatementLines,
  xeroCsv,
} from '#app/features/billing/accounts-csv.server.ts'
import { billPdf, readBillDocument } from '#app/features/billing/bill-pdf.server.ts'
import { billPapers } from '#app/features/billing/bill-text.ts'
import { readBillView } from '#app/features/billing/bill-view.server.ts'
import { creditBill } from '#app/features/billing/credit-bill.server.ts'
import { readBillReport } from '#app/features/billing/read-bill-report.server.ts'
import { placeText } from '#app/features/booking/answers.ts'
import { recordHandPayment } from '#app/features/payments/record-hand-payment.server.ts'
import { calendarFile } from '#app/features/tracking/calendar.server.ts'
import { messageStaff } from '#app/features/tracking/message-staff.server.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { londonDay } from '#app/platform/london.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { minutes } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import { newId } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { issue } from '#test/support/billed.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { sample } from '#test/support/depth.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { onOneEngine, type World } from '#test/support/world.ts'

/* The words of customers, engineers and staff stay text in everything that we send: emails, calendar files, PDFs and tables. */

const typed = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '=HYPERLINK("http://evil.example","Pay")',
  "+1+cmd|' /C calc'!A0",
  '@SUM(1)',
  '\t=1+1',
  '-2+3',
  '＝1+1',
  '\n=1+1',
  '=1+1,=2+2"\r\n=3+3',
  'a;=1+1',
  'Eve\r\nBcc: victim@example.com',
  'Eve\nATTENDEE:mailto:victim@example.com',
  'Eve\r\nEND:VEVENT\r\nBEGIN:VALARM\r\nACTION:AUDIO',
  'Eve\r\n DESCRIPTION:folded',
  'Eve;X-A="b":c,d\\nBEGIN:VALARM',
  'a\u2028=1\u2029=2\u0085=3',
  ') Tj ET BT /F1 24 Tf (x) Tj /JS (app.alert(1))',
  '\\input{/etc/passwd}%$&#_{}~^',
  'www.evil.example or http://evil.example',
  '[Pay](http://evil.example)',
  'y'.repeat(190),
]

/** A PDF's objects, in which actions stand. Its compressed streams may spell anything. */
const withoutStreams = (pdf: Buffer) => pdf.toString('latin1').replace(/\bstream\r?\n.*?endstream/gs, '')

/** The texts searched for in PDFs, each written and read as a whole, with characters that PDFs give a meaning. */
const inPdfs = [...sample(typed, 5), ...typed.filter((text) => text.includes('/JS'))]

/** The fields' limits apply to sent values; stored ones may be longer, or contain what fields no longer accept. */
const fieldsOf = (text: string) => ({
  name: text.slice(0, 100),
  description: text,
  address: text,
  accessNotes: text,
  siteContact: text.slice(0, 100),
})

/** A booking of someone who typed this everywhere, stored unchanged, with its bill, a payment, and a credit note with staff's reason. */
async function visitedAs(world: World, text: string, isStored: boolean): Promise<Booked> {
  const { services, clock } = world
  // A name needs a letter.
  const fields = fieldsOf(text)
  const booked = await bookOne(world, isStored ? {} : { ...fields, name: `Eve ${fields.name}`.slice(0, 100), borough: text.slice(0, 40) })
  if (isStored)
    await services.db
      .updateTable('bookings')
      .set({ ...fields, borough: text })
      .where('id', '=', booked.id)
      .execute()
  await messageStaff(services, { bookingId: booked.id, actor: 'customer', clientKey: newId(), idempotencyKey: undefined, text })
  // The limits of fields shorten sent text.
  if (!isStored) return booked
  for (const step of ['confirmed', 'assigned', 'en_route', 'arrived'] satisfies BookingStatus[]) await booked.become(step)
  clock.advance(minutes(30))
  await booked.become('completed')
  await issue(services, booked)
  await recordHandPayment(services, { bookingId: booked.id, by: 'dan', method: 'cash', amount: '50', key: newId() })
  await creditBill(services, { bookingId: booked.id, staffId: newId(), amount: '1', reason: text.slice(0, 100), key: newId() })
  return booked
}

/** An iCalendar file, read as RFC 5545 says: its components, and the properties of each. */
function readCalendar(content: string): [string, Record<string, string>][] {
  const found: [string, Record<string, string>][] = []
  const open: Record<string, string>[] = []
  expect(content).toMatch(/\r\n$/)
  for (const line of content.split('\r\n'))
    expect([line, Buffer.byteLength(line)]).toEqual([line, expect.toSatisfy((length) => length <= 75)])
  for (const line of content
    .trimEnd()
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[A-Z-]+=(?:"[^"]*"|[^";:]*))*:(.*)$/s.exec(line) ?? []
    expect(line).toMatch(/^[A-Z-]+[;:][^\r\n]*$/)
    if (name === 'BEGIN') {
      open.push({})
      found.push([value, open.at(-1) ?? {}])
    } else if (name === 'END') open.pop()
    else {
      expect([name, open.at(-1)]).toEqual([name, expect.not.objectContaining({ [name]: expect.anything() })])
      Object.assign(open.at(-1) ?? {}, { [name]: value.replace(/\\([nN,;\\])/g, (_, sign) => (/n/i.test(sign) ? '\n' : sign)) })
    }
  }
  expect(open).toEqual([])
  return found
}

/** A table, read as RFC 4180 says; cells that were quoted or not are alike. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.replace(/^\uFEFF/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (end === '' && plain === '' && quoted === undefined) break
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}

/** True if a program that opens a table would do more with a cell than show it. */
const isActive = (cell: string) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell)

/** The parts that an email program would run, load or open. */
const activeIn = (html: string) => {
  const all = parse(html).querySelectorAll('*')
  const isForeign = (element: HTMLElement) =>
    /^(?!https?:\/\/localhost|tel:|mailto:desk@|cid:|#)/.test(element.getAttribute('href') ?? element.getAttribute('src') ?? '#')
  return all
    .filter(
      (each) =>
        ['SCRIPT', 'IFRAME', 'OBJECT', 'FORM', 'BASE'].includes(each.tagName) ||
        Object.keys(each.attributes).some((name) => /^on/i.test(name)) ||
        isForeign(each),
    )
    .map(String)
}

const squeezed = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')

onOneEngine('Whatever is typed', (engine) => {
  test.each([
    ['sent', false],
    ['found in the database', true],
  ])('and %s is text in emails, calendar files, PDFs and tables', { timeout: 120_000 }, async (_, isStored) => {
    const world = await freshWorld(engine, { env: { STAFF_EMAIL: 'desk@example.co.uk' } })
    const { services, clock } = world
    for (const text of typed) {
      const booked = await visitedAs(world, text, isStored)
      const booking = await booked.read()
      const calendar = calendarFile(booking, 'http://localhost:3000/track/x', {
        config: services.config,
        details: services.published.current().details,
      })
      const [file, event, ...more] = readCalendar(calendar.content)
      expect([file?.[0], event?.[0], more]).toEqual(['VCALENDAR', 'VEVENT', []])
      expect(Object.keys(event?.[1] ?? {}).toSorted()).toEqual([
        'DESCRIPTION',
        'DTEND',
        'DTSTAMP',
        'DTSTART',
        'LAST-MODIFIED',
        'LOCATION',
        'ORGANIZER',
        'SEQUENCE',
        'SUMMARY',
        'UID',
        'URL',
      ])
      expect(squeezed(event?.[1].LOCATION ?? '')).toBe(squeezed(placeText(booking)))

      if (!isStored || !inPdfs.includes(text)) continue
      const bill = await readBillView(services, booking)
      if (!bill) throw new Error('there is no bill')
      const papers = [
        await billPdf(bill, clock.now()),
        ...(await Promise.all(billPapers(bill).map((paper) => readBillDocument(services, booking, paper.file)))),
      ]
      expect(papers).toHaveLength(3)
      for (const paper of papers) {
        if (!paper) throw new Error('there is no such document')
        expect(withoutStreams(paper)).not.toMatch(/\/(JavaScript|JS|Launch|OpenAction|URI|AA)\b/)
        expect(squeezed((await readPdf(paper)).text)).toContain(squeezed(booking.name))
      }
    }

    await runDueJobs(services, jobHandlers)
    const mails = await services.db.selectFrom('localMail').selectAll().execute()
    expect(mails.length).toBeGreaterThan(typed.length)
    for (const { recipient, subject, message } of mails) {
      const { html } = JSON.parse(message) as { html: string }
      expect(activeIn(html)).toEqual([])
      if (!isStored) expect(subject).not.toMatch(/[\r\n]/)
      expect(['desk@example.co.uk', 'priya.raman@example.com']).toContain(recipient)
    }

    if (!isStored) return
    const today = londonDay(clock.now())
    const period = { from: addDays(today, -2), to: today }
    const accounts = await readAccountsPapers(services.db, period)
    const tables = [xeroCsv, quickBooksCsv, quickBooksCreditsCsv, plainCsv].map((write) => write(accounts))
    tables.push(givenCsv(await readBillReport(services.db, period)), freeAgentCsv(await readStatementLines(services.db, 'cash', period)))
    for (const table of tables) {
      const rows = readCsv(table)
      expect(rows.length).toBeGreaterThan(typed.length - 1)
      expect(new Set(rows.map((row) => row.length)).size).toBe(1)
      expect(rows.flat().filter(isActive)).toEqual([])
      expect(rows.flat().filter((cell) => /^'-?\d/.test(cell) && !cell.includes('+'))).toEqual([])
    }
  })
})
