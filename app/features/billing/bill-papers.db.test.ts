import { expect, test } from 'vitest'
import { recordHandPayment } from '#app/features/payments/record-hand-payment.server.ts'
import { newId } from '#app/values/ids.ts'
import { billed } from '#test/support/billed.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { mailsTo } from '#test/support/mails-to.ts'
import { setOwnerValues } from '#test/support/owner-values.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { onOneEngine } from '#test/support/world.ts'
import { billPdf, readBillDocument } from './bill-pdf.server.ts'
import { billPapers, receiptFile } from './bill-text.ts'
import { readBillView } from './bill-view.server.ts'
import { creditBill } from './credit-bill.server.ts'

const details = {
  ...{ legalName: 'Example Plumbing Ltd', legalForm: 'company', companyNumber: '01234567', address: '1 High Street, London E1 1AA' },
  ...{ vatNumber: 'GB123456789', vatStatus: 'registered' },
  bankAccount: 'Example Plumbing Ltd, sort code 12-34-56, account 12345678',
}

/** A bill of £119 with VAT: £50 was paid in cash, £19 credited. */
async function openBilled(engine: Parameters<typeof freshWorld>[0]) {
  const { world, services } = await freshWorld(engine)
  await setOwnerValues(world, 'details', details)
  const booked = await billed(world, { changes: { name: 'Łukasz Żółkiewski', address: '12 Commercial Street' } })
  await recordHandPayment(services, { bookingId: booked.id, by: 'dan', method: 'cash', amount: '50', key: newId() })
  await creditBill(services, { bookingId: booked.id, staffId: 'dana', amount: '19', reason: 'A part was faulty', key: newId() })
  const booking = await booked.read()
  const bill = await readBillView(services, booking)
  if (!bill) throw new Error('there is no bill')
  return { services, booking, bill }
}

/** Every PDF has what a screen reader needs: a title, the language, embedded fonts, headings and tables. */
async function expectReadable(pdf: Buffer | undefined, title: string) {
  if (!pdf) throw new Error('there is no such document')
  const read = await readPdf(pdf)
  expect(read).toMatchObject({ title, language: 'en-GB', pageCount: 1 })
  expect(read.fonts.length).toBeGreaterThan(1)
  expect(read.fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([])
  expect(read.tags.filter(({ role }) => role === 'H1')).toEqual([{ role: 'H1', text: title }])
  // The structure tree has every word, in drawing order.
  expect(read.tags.find(({ role }) => role === 'Document')?.text).toBe(read.text)
  const cells = (role: string) => read.tags.filter((tag) => tag.role === role).map(({ text }) => text)
  const [heads, values] = [cells('TH'), cells('TD')]
  expect(heads).toHaveLength(values.length)
  return { text: read.text, rows: heads.map((head, at) => [head, values[at]]) }
}

onOneEngine('As a PDF read back by a reader program', (engine) => {
  test('a bill has its number, its lines with their VAT, what was paid and credited, and what is left', async () => {
    const { services, bill } = await openBilled(engine)
    const { text, rows } = await expectReadable(await billPdf(bill, services.clock.now()), 'Bill 2026-0001')
    for (const said of ['Example Plumbing Ltd', '1 High Street, London E1 1AA', 'Company number 01234567', 'VAT number GB123456789'])
      expect(text).toContain(said)
    expect(rows).toEqual([
      ['Bill number', '2026-0001'],
      ['Date', 'Friday 20 November 2026'],
      ['Date of the work', 'Friday 20 November 2026'],
      ['Tax point', 'Friday 20 November 2026'],
      ['Payment due', 'Friday 20 November 2026'],
      ['Booking', `${bill.visit.reference}, Burst Pipe`],
      ['On site', '10.20am to 10.50am'],
      ['Customer', 'Łukasz Żółkiewski, 12 Commercial Street, E1 1FR'],
      ['Call-out including first 30 minutes, day rate £99.17 net, £19.83 VAT at 20%', '£119.00'],
      ['Total, including VAT', '£119.00'],
      ['Net', '£99.17'],
      ['VAT at 20%', '£19.83'],
      ['Credit note CN-2026-0001: A part was faulty', '−£19.00'],
      ['VAT on credit notes', '−£3.17'],
      ['Paid in cash, Friday 20 November 2026', '−£50.00'],
      ['To pay', '£50.00'],
    ])
    expect(text).toContain('By bank transfer: Example Plumbing Ltd, sort code 12-34-56, account 12345678, reference 2026-0001.')
  })

  test('a credit note and a receipt name their bill, their sum and the business, and are read by the names on the bill’s page', async () => {
    const { services, booking, bill } = await openBilled(engine)
    const [noteFile = '', paidFile = ''] = billPapers(bill).map(({ file }) => file)
    expect([noteFile, paidFile]).toEqual(['CN-2026-0001.pdf', receiptFile(bill.payments[0]?.id ?? '')])
    const note = await expectReadable(await readBillDocument(services, booking, noteFile), 'Credit note CN-2026-0001')
    expect(note.rows).toEqual([
      ['Credit note number', 'CN-2026-0001'],
      ['Date', 'Friday 20 November 2026'],
      ['For bill', '2026-0001 of Friday 20 November 2026, £119.00'],
      ['Booking', `${booking.reference}, Burst Pipe`],
      ['Customer', 'Łukasz Żółkiewski, 12 Commercial Street, E1 1FR'],
      ['A part was faulty', '£19.00'],
      ['Net', '£15.83'],
      ['VAT at 20%', '£3.17'],
      ['Total, including VAT', '£19.00'],
    ])
    expect(note.text).toContain('VAT number GB123456789')
    const receipt = await expectReadable(await readBillDocument(services, booking, paidFile), 'Receipt for bill 2026-0001')
    expect(receipt.rows).toContainEqual(['Paid by', 'Cash'])
    expect(receipt.rows.at(-1)).toEqual(['Received, thank you', '£50.00'])
    const other = await billed({ services, clock: services.clock as never })
    for (const file of [noteFile, paidFile, 'CN-2026-0002.pdf', 'receipt-.pdf', 'bill.pdf'])
      expect([file, await readBillDocument(services, await other.read(), file)]).toEqual([file, undefined])
  })

  test('a credit note and a receipt are what their emails bring', async () => {
    const { services } = await openBilled(engine)
    const attached = (await mailsTo({ services }, 'priya.raman@example.com')).flatMap(({ attachments = [] }) => attachments)
    const titles: string[] = []
    for (const { filename, content } of attached.filter((each) => each.filename.endsWith('.pdf')))
      titles.push(`${filename.replace(/-[\da-f]{12}/, '')}: ${(await readPdf(Buffer.from(content, 'base64'))).title}`)
    expect(titles.toSorted()).toEqual([
      'CN-2026-0001.pdf: Credit note CN-2026-0001',
      'bill-2026-0001.pdf: Bill 2026-0001',
      'receipt.pdf: Receipt for bill 2026-0001',
    ])
  })
})
