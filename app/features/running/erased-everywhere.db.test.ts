// @module-tag never-again
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { bookingTables } from '#app/features/booking/booking-tables.server.ts'
import { eraseEndedBookings } from '#app/features/booking/erase-bookings.server.ts'
import { newDraft, saveDraft } from '#app/features/intake/drafts.server.ts'
import { takeText } from '#app/features/messages/receive-texts.server.ts'
import { addPhotoByStaff } from '#app/features/visit/store-photo.server.ts'
import { removeDueFiles } from '#app/platform/files-to-remove.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { jobHandlers } from '#server/jobs.ts'
import { addRow } from '#test/support/add-row.ts'
import { newPerson, openAuth, signedUp } from '#test/support/auth.ts'
import { issue, visited } from '#test/support/billed.ts'
import { bookOne } from '#test/support/booked.ts'
import { addFiller, allRows, camel, tablesOf, withoutChecks } from '#test/support/filler-rows.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onOneEngine } from '#test/support/world.ts'
import { carryOutRetention } from './carry-out-retention.server.ts'
import { listErasures } from './erasure-lists.server.ts'
import { erasePerson, exportPerson, readPersonData } from './person-data.server.ts'
import { takeBackup } from './take-backup.server.ts'

const word = 'Quillfeather'
const phone = '+447700900777'
const traces = new RegExp(`${word}|7700 ?900 ?777`, 'i')

/** Columns that hold codes, times, ids or hashes, which no one types. */
const coded =
  /^id$|^at$|Id$|By$|At$|On$|Hash$|Key$|^(actor|kind|act|state|status|fromStatus|toStatus|outcome|promise|provider|way|sender|person|channel|currency|reference|rung|step|what|decision|needsReturn|place|takenBy|file|smallFile|sha256|smallSha256|notice|turnedOff|taxPoint|day|clientKey|correction|key|url|checks|lines|engineerName|licenceNumber|subject|sheet|service|borough|removalReason|review|before|after|answers)$/

/** A table's columns of words, as if someone had written the customer's name into each. */
async function wordsIn(services: Services, table: string): Promise<Record<string, string>> {
  const found = (await tablesOf(services)).find(({ name }) => camel(name) === table)
  const texts = found?.columns.filter(({ dataType }) => /text/i.test(dataType)).map(({ name }) => camel(name)) ?? []
  return Object.fromEntries(
    texts.filter((name) => !coded.test(name) && !ownWords.test(`${table}.${name}`)).map((name) => [name, `${word} in ${table}.${name}`]),
  )
}

async function timesIn(services: Services, table: string, at: string): Promise<Record<string, string>> {
  const found = (await tablesOf(services)).find(({ name }) => camel(name) === table)
  return Object.fromEntries(found?.columns.filter(({ name }) => /_at$/.test(name)).map(({ name }) => [camel(name), at]) ?? [])
}

/** Columns that only ever have our own words in them. */
const ownWords =
  /^(escalations\.text|credits\.reason|charges\.reason|refunds\.reason|reachAttempts\.reason|engineerActs\.refusal|complaints\.disputeText|extraWorks\.startText|feeQuestions\.countsFrom|redlineSlots\.heldUntil)$/

/** Columns into which someone may have typed a name, and which stay for the years that the law asks for. */
const keptByLaw = [
  // An invoice has its customer's name and address (VAT Regulations 1995, regulation 14), a credit note its reason (regulation 15).
  ...['bills.customer', 'creditNotes.reason'],
  // The record of work on gas: examinations and measurements, without their place, owner or serial number.
  ...['combustion', 'heatInput', 'make', 'model', 'pressureReading'].map((column) => `gasAppliances.${column}`),
  // The cost of a part: business records.
  'jobParts.name',
]

onOneEngine('Someone who is erased at their request', (engine) => {
  test('is found nowhere afterwards, but in what the law keeps', { timeout: 120_000 }, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'plumbers-erased-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    const auth = await openAuth(engine, { now: '2026-11-20T10:20:00.000Z', env: { BACKUP_DIR: dir } })
    const { world } = auth
    const lines: string[] = []
    const services = { ...world.services, log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) }
    const { db } = services
    const { clock } = world
    const email = `${word}@example.com`.toLowerCase()
    await signedUp(auth, { ...newPerson(), email, name: `Ann ${word}` })
    const details = {
      ...{ name: `Ann ${word}`, email, phone, address: `7 ${word} Row`, accessNotes: `Ask ${word}`, siteContact: `Bob ${word}` },
      ...{ description: `Says ${word}`, contactBy: 'both' },
    }
    const billed = await visited({ services, clock }, { changes: details })
    await issue(services, billed)
    const full = await bookOne({ services, clock }, details)
    const open = await bookOne({ services, clock }, { ...details, email: 'other@example.com' })
    const others = await bookOne({ services, clock }, { name: 'Stays Here', phone: '07700 900111', email: 'stays@example.com' })
    const jpeg = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#963' } })
      .jpeg()
      .toBuffer()
    await addPhotoByStaff(services, { bookingId: full.id, userId: 'staff' }, { kind: 'problem', key: newId(), data: jpeg })
    await addPhotoByStaff(services, { bookingId: others.id, userId: 'staff' }, { kind: 'problem', key: newId(), data: jpeg })
    await takeText(services, { phone, text: `On the open booking, ${word}`, providerId: newId(), asked: '' })
    await saveDraft(services, 'client', { ...newDraft(), answers: { phone: '07700 900777', name: word } })
    await runDueJobs(services, jobHandlers)
    await full.become('completed')

    await withoutChecks(services)
    const at = toInstant(clock.now())
    for (const table of Object.keys(bookingTables) as (keyof typeof bookingTables)[])
      if (!['bills', 'bookingDrafts', 'jobs'].includes(table))
        await addFiller(services, table, {
          ...(await wordsIn(services, table)),
          // An open row would keep the booking.
          ...(bookingTables[table] === 'goes' ? {} : await timesIn(services, table, at)),
          bookingId: full.id,
          ...madeUp[table],
        })
    const [bill] = await db.selectFrom('bills').select('id').execute()
    const [payment] = await db.selectFrom('payments').select(['id', 'providerPaymentId']).execute()
    for (const [table, row] of [
      ...(['creditNotes', 'billNotes'] as const).map((each) => [each, { billId: bill?.id }] as const),
      ['refunds', { paymentId: payment?.id }] as const,
      ['enquiries', { phone, at, kind: 'text' }] as const,
      ['textNumbers', { phone, failedAt: at }] as const,
    ])
      await addFiller(services, table, { ...(await wordsIn(services, table)), ...row })
    await addFiller(services, 'chosenMessages', { ...(await wordsIn(services, 'chosenMessages')), consentContact: phone, kind: 'message' })
    await db.deleteFrom('jobs').where('state', '=', 'waiting').execute()

    const before = await tracesIn(services, traces)
    for (const each of [
      'bookings.name',
      'authUsers.email',
      'bookingDrafts.answers',
      'localMail.message',
      'enquiries.text',
      'bookingMessages.text',
    ])
      expect(before).toContain(each)
    const contact = { emails: [email], phones: [phone] }
    const request = { ownerId: 'owner', contact, isChecked: true }
    const copy = JSON.stringify(await exportPerson(services, request))
    for (const part of ['bookings.name', 'bookingNotes.text', 'enquiries.text', 'chosenMessages.text'])
      expect(copy).toContain(part === 'bookings.name' ? `Ann ${word}` : `${word} in ${part}`)
    expect(copy).not.toContain('Stays Here')

    await takeBackup(services, 'manual')
    await erasePerson(services, request)
    // A visit that is to come keeps what the engineer needs.
    expect(await open.read()).toMatchObject({ address: `7 ${word} Row` })
    await open.become('completed')
    await db.deleteFrom('jobs').where('state', '=', 'waiting').execute()
    await eraseEndedBookings(services)
    clock.advance(minutes(1))
    await removeDueFiles(services)
    await listErasures(services)
    await carryOutRetention(services)
    await takeBackup(services, 'manual')

    expect(await tracesIn(services, traces)).toEqual(keptByLaw.toSorted())
    const { dataDir, files } = services.config
    const kept = await db.selectFrom('photos').select(['file', 'smallFile', 'bookingId']).execute()
    expect(kept.map(({ bookingId }) => bookingId)).toEqual([others.id])
    expect(readdirSync(files.dir).toSorted()).toEqual(kept.flatMap(({ file, smallFile }) => [file, smallFile]).toSorted())
    expect(lines.join('\n')).not.toMatch(traces)
    expect(lines.length).toBeGreaterThan(0)
    for (const folder of [dir, dataDir])
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        expect(name).not.toMatch(traces)
        if (/\.(age|jsonl)$/.test(name)) expect(readFileSync(join(folder, name), 'latin1')).not.toMatch(traces)
      }
    expect(await others.read()).toMatchObject({ name: 'Stays Here' })
  })
})

onOneEngine('An erasure by a phone that others have too', (engine) => {
  test('takes the bookings that the owner left ticked, and what only they lead to', async () => {
    const world = await freshWorld(engine)
    const { services } = world
    const mine = { phone, email: 'ann@example.com', name: `Ann ${word}` }
    const [own, theirs] = [await bookOne(world, mine), await bookOne(world, { ...mine, email: 'bob@example.com', name: 'Bob Stays' })]
    for (const each of [own, theirs]) await each.become('completed')
    const asked = { askedAt: '2026-11-01T10:00:00.000Z', askedBy: 'customer', wish: 'put_right' as const, words: '' }
    await addRow(services.db, 'satisfactionRequests', { ...asked, id: newId(), bookingId: theirs.id })
    const said = {
      kind: 'message' as const,
      name: '',
      source: 'Post',
      saidOn: '2026-11-01',
      consentOn: '2026-11-02',
      consentHow: 'Post',
      consentContact: '',
    }
    const chosen = { ...said, addedAt: '2026-11-02T10:00:00.000Z', addedBy: 'owner' }
    await services.db
      .insertInto('chosenMessages')
      .values([
        { ...chosen, id: 'older', text: 'By name', consentBy: `ann ${word}` },
        { ...chosen, id: 'other', text: 'Stays', consentBy: 'Bob Stays' },
        { ...chosen, id: 'hers', text: 'By email', consentBy: 'A', consentContact: 'ann@example.com' },
        { ...chosen, id: 'number', text: 'By the phone of both', consentBy: 'B', consentContact: phone },
      ])
      .execute()
    await services.db
      .insertInto('enquiries')
      .values({ id: newId(), providerKey: 'x', at: '2026-11-01', phone, kind: 'missed', text: '' })
      .execute()
    await runDueJobs(services, jobHandlers)
    const contact = { emails: ['ann@example.com'], phones: [phone] }
    const { bookings, chosen: found } = await readPersonData(services, contact)
    expect(bookings.map(({ name }) => name).toSorted()).toEqual([`Ann ${word}`, 'Bob Stays'])
    const why = [{ what: 'a customer who wasn’t satisfied', until: expect.stringMatching(/ November 20\d\d$/) }]
    expect(bookings.map(({ kept }) => kept).toSorted((a, b) => a.length - b.length)).toEqual([[], why])
    expect(found.map(({ id, isSure }) => [id, isSure])).toEqual([
      ['hers', true],
      ['number', true],
      ['older', false],
      ['other', false],
    ])
    const request = { ownerId: 'owner', contact, isChecked: true, only: [own.id, 'older'] }
    const copy = await exportPerson(services, request)
    expect([copy.bookings.map(({ id }) => id), copy.textsAndCalls, copy.chosenByUs.length]).toEqual([[own.id], [], 1])
    await erasePerson(services, request)
    expect([(await own.read()).name, (await theirs.read()).name]).toEqual(['Deleted customer', 'Bob Stays'])
    const left = await services.db.selectFrom('chosenMessages').select('id').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual(['number', 'other'])
    // Texts and calls of a number that both have can't be told apart.
    expect(await services.db.selectFrom('enquiries').select('phone').execute()).toEqual([{ phone }])
    const kinds = await services.db.selectFrom('erasures').select('kind').orderBy('id').execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['booking', 'contact'])
  })
})

/** Values without which the site can't read a made-up row. */
const madeUp: Partial<Record<keyof Tables, Record<string, unknown>>> = {
  gasAppliances: { checks: '{}' },
  extraWorks: { lines: '[]' },
  replacedSheets: { sheet: '{}' },
  staffActs: { before: '{}', after: '{}' },
  replacedReviews: { review: '{}' },
  satisfactionRequests: { wish: 'put_right' },
  // Not erased yet.
  reviews: { erasedAt: null },
}

/** Returns the columns where a pattern is found, as `table.column`. */
async function tracesIn(services: Services, pattern: RegExp): Promise<string[]> {
  const found = new Set<string>()
  for (const [table, rows] of await allRows(services))
    for (const row of rows)
      for (const [column, value] of Object.entries(JSON.parse(row))) if (pattern.test(String(value))) found.add(`${table}.${camel(column)}`)
  return [...found].toSorted()
}
