// @module-tag never-again
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { readEmail } from '#app/features/accounts/email-and-phone.ts'
import { readUserByEmail } from '#app/features/accounts/read-accounts.server.ts'
import { warnOfOverdue } from '#app/features/aftercare/read-due.server.ts'
import { readBillView } from '#app/features/billing/bill-view.server.ts'
import { readBookDifferences } from '#app/features/billing/check-books.server.ts'
import { readCash } from '#app/features/billing/read-cash.server.ts'
import { readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { warnOfHoles } from '#app/features/desk/warn-of-holes.server.ts'
import { readDraft } from '#app/features/intake/drafts.server.ts'
import { replayDelivery } from '#app/features/messages/send-delivery-again.server.ts'
import { payUrl, readPayable } from '#app/features/payments/pay-link.server.ts'
import { readActiveParts } from '#app/features/pricing/read-parts.server.ts'
import { payAtSandbox } from '#app/features/red-line/pay-at-sandbox.server.ts'
import { watchServer } from '#app/features/running/watch-server.server.ts'
import { readTrackView } from '#app/features/tracking/track-view.server.ts'
import { decideByCustomer } from '#app/features/visit/decide-work.server.ts'
import { checkAudit } from '#app/platform/audit-heads.ts'
import { type Engine, migrate } from '#app/platform/database.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { minutes } from '#app/values/clock.ts'
import { migrations } from '#db/migrations/index.ts'
import { chores, jobHandlers } from '#server/jobs.ts'
import { isDeep } from '#test/support/depth.ts'
import { empty, freshWorld } from '#test/support/fresh.ts'
import { openReceiver } from '#test/support/receiver.ts'
import { onEachEngine } from '#test/support/world.ts'

/*
 * The data of a site that lost power while running an earlier version: bookings in every status, a draft, open checkouts, waiting jobs of
 * every kind, and some that were given up. Each fixture has the rows as that version wrote them when its own server was used over HTTP.
 */

interface Fixture {
  now: string
  draftId: string
  /** By table name, referenced tables before those that refer to them. */
  tables: Record<string, Record<string, string | number | null>[]>
  /** Each email that the earlier version sent when restarted on this data. */
  mails: { recipient: string; subject: string }[]
}

interface LaterFixture extends Fixture {
  /** The last migration of that version. */
  lastMigration: string
  /** The checkouts of a Red Line fee and of a part-paid bill, which are still open. */
  feePage: string
  billPage: string
  /** The tokens of private links, by what happened to the booking. */
  tracks: Record<string, string>
  /** The type of each webhook that the earlier version sent when restarted on this data. */
  webhooks: string[]
}

const read = <Each>(name: string) => JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')) as Each

/** A site on the fixture's data, migrated up to `lastMigration`; `add` adds rows before today's migrations. */
async function openOn(engine: Engine, fixture: Fixture, lastMigration: string, add?: (db: Services['db']) => Promise<unknown>) {
  const receiver = await openReceiver()
  const world = await freshWorld(engine, {
    now: fixture.now,
    payments: true,
    env: {
      SITE_URL: 'http://localhost:3000',
      STAFF_EMAIL: 'desk@example.com',
      WEBHOOK_URL: receiver.url,
      WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      DEV_TOOLS: 'on',
    },
  })
  const { services } = world
  const { db } = services
  await empty(services)
  const earlier = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  expect((await earlier.migrateTo(lastMigration)).error).toBeUndefined()
  await db.transaction().execute(async (tx) => {
    if (engine === 'postgres') await sql`set local session_replication_role = replica`.execute(tx)
    else await sql`pragma defer_foreign_keys = on`.execute(tx)
    for (const [table, rows] of Object.entries(fixture.tables)) {
      await sql`delete from ${sql.table(table)}`.execute(tx)
      for (const row of rows) await insert(tx, table, row)
    }
    await add?.(tx)
  })
  await migrate(services)
  await services.published.refresh()
  return { ...world, receiver }
}

const insert = (db: Services['db'], table: string, row: Record<string, unknown>) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(db)

/** Sends everything that was given up again, as the owner. */
async function replayAll(services: Services, { tables }: Fixture) {
  const owner = await services.db.selectFrom('authUsers').selectAll().where('role', '=', 'owner').executeTakeFirstOrThrow()
  for (const { id } of (tables.jobs ?? []).filter(({ state }) => state === 'dead'))
    expect(await replayDelivery(services, { account: { user: owner } } as SignedIn, { id: String(id), seen: '' })).toMatchObject({
      isNew: true,
    })
}

/** The jobs that are neither done nor replaced. */
const undone = ({ db }: Services) =>
  db.selectFrom('jobs').select(['kind', 'id', 'state']).where('state', '!=', 'done').where('replayedAs', 'is', null).orderBy('id').execute()

onEachEngine('Data of an earlier version', (engine) => {
  test('opens, is complete, and everything that waits in it goes on once', async () => {
    const fixture = read<LaterFixture>('data-at-0079')
    const { tracks, feePage, billPage } = fixture
    const { services, clock, receiver } = await openOn(engine, fixture, fixture.lastMigration)
    const { db } = services
    expect(await readDraft(services, fixture.draftId)).toMatchObject({ answers: { name: 'Draft Person', email: 'draft@example.com' } })
    for (const token of Object.values(tracks)) await readTrackView(services, token, { step: 'overview' })
    const bookingOf = async (name: string) => (await readTrackedBooking(services, tracks[name] ?? '')).booking
    const billOf = async (name: string) => readBillView(services, await bookingOf(name))
    expect(await readActiveParts(db)).toHaveLength(fixture.tables.parts?.length ?? 0)
    expect((await readCash(db)).held.map(({ name, pence }) => [name, pence])).toEqual([['Dan Okoro', 500]])

    const carryOn = async () => {
      while (await runDueJobs(services, jobHandlers));
      // Alarms about the rota, the server and overdue complaints are news of this version.
      for (const chore of chores) if (![warnOfHoles, watchServer, warnOfOverdue].includes(chore)) await chore(services)
      while (await runDueJobs(services, jobHandlers));
      return (await undone(services)).map(({ id }) => id)
    }
    const givenUp = (fixture.tables.jobs ?? []).filter(({ state }) => state === 'dead')
    expect(await carryOn()).toEqual(givenUp.map(({ id }) => id).toSorted())
    // Customers who gave no email address are texted since.
    const phones = new Set((await db.selectFrom('bookings').select('phone').where('email', '=', '').execute()).map(({ phone }) => phone))
    // Later versions don't let a suspicion of spam silence anything, and alert staff while an accepted Red Line has no engineer.
    const since = await Promise.all(['spam', 'paid-fee'].map(async (name) => (await bookingOf(name)).reference))
    const isNews = (text: string) => since.some((reference) => text.includes(reference))
    const mailed = await db.selectFrom('localMail').select(['recipient', 'subject']).execute()
    expect(aboutOf(mailed.filter(({ recipient, subject }) => !isNews(subject) && !phones.has(recipient)))).toEqual(aboutOf(fixture.mails))
    const types = receiver.deliveries.filter(({ body }) => !isNews(body)).map(({ body }) => (JSON.parse(body) as { type: string }).type)
    expect(types.toSorted()).toEqual(fixture.webhooks.toSorted())

    const webhooks = receiver.deliveries.length
    await replayAll(services, fixture)
    expect(await carryOn()).toEqual([])
    expect(receiver.deliveries).toHaveLength(webhooks + givenUp.filter(({ kind }) => String(kind).endsWith('webhook')).length)

    clock.advance(minutes(1))
    for (const id of [feePage, billPage]) {
      const { amountPence } = await db.selectFrom('checkouts').select('amountPence').where('id', '=', id).executeTakeFirstOrThrow()
      await payAtSandbox(services, { id, amountPence })
    }
    expect((await bookingOf('to-pay')).status).toBe('received')
    // The payment link of an issued bill.
    const owing = (await billOf('owing'))?.issued
    const link = owing && payUrl(services, { ...owing, bookingId: (await bookingOf('owing')).id })
    const [, , , , reference = '', code = ''] = link?.split('/') ?? []
    expect(await readPayable(services, { reference, code })).toMatchObject({ reference: owing?.reference })
    const visit = await bookingOf('waiting')
    const offer = await db.selectFrom('extraWorks').selectAll().where('bookingId', '=', visit.id).executeTakeFirstOrThrow()
    await decideByCustomer(
      services,
      { bookingId: visit.id, actor: 'customer', clientKey: 'client' },
      {
        ...{ workId: offer.id, seenHash: offer.contentHash, answer: 'agree', name: 'Priya Raman' },
        ...{ agreesToPrice: true, asksToStart: true, startText: null },
      },
    )
    expect(await carryOn()).toEqual([])
    // Cash was taken after the page was opened: staff decide on the rest.
    expect(await billOf('main')).toMatchObject({ owedPence: -500 })
    expect(new Set((await db.selectFrom('refunds').select('state').execute()).map(({ state }) => state))).toEqual(new Set(['done']))
    expect(await readBookDifferences(services)).toEqual([])
    expect(await checkAudit(services)).not.toMatchObject({ broken: expect.anything() })
  })
})

/** The recipient and booking of each email: the words may change. */
const aboutOf = (mails: readonly { recipient: string; subject: string }[]) =>
  mails.map(({ recipient, subject }) => `${recipient} ${/BK-\w+/.exec(subject)?.[0] ?? ''}`).toSorted()

if (isDeep)
  onEachEngine('Data of a much earlier version', (engine) => {
    test('opens, and everything that waits in it is delivered once', async () => {
      const fixture = read<Fixture>('data-at-0018')
      const { services, clock, receiver } = await openOn(engine, fixture, '0018-counts', async (tx) => {
        // Stored before hosts were kept in ASCII.
        await insert(tx, 'auth_users', { ...fixture.tables.auth_users?.[0], id: 'ada', email: 'ada@müller.de', role: 'customer' })
        await sql`insert into owner_values (name, value, revision, updated_at)
          values ('mails', '{"customer-change":"Ask for Ann."}', 1, ${fixture.now})`.execute(tx)
      })
      const { db } = services
      const { mailTexts } = services.published.current()
      expect([mailTexts['change-set_out'], mailTexts['customer-late']]).toEqual([{ closing: 'Ask for Ann.' }, undefined])
      expect((await readUserByEmail(db, readEmail('Ada@Müller.de') ?? ''))?.id).toBe('ada')
      expect(await readDraft(services, fixture.draftId)).toMatchObject({ answers: { name: 'Draft', email: 'draft@example.com' } })
      await replayAll(services, fixture)
      while (await runDueJobs(services, jobHandlers));
      expect(await undone(services)).toEqual([])

      const mailed = await db.selectFrom('localMail').select('recipient').execute()
      // The earlier version also confirmed bookings that had been cancelled by then.
      const cancelled = (fixture.tables.bookings ?? []).filter(({ status }) => status === 'cancelled').map(({ reference }) => reference)
      const due = fixture.mails.filter(({ subject }) => !cancelled.some((reference) => subject.startsWith(`Your booking ${reference}: `)))
      expect(fixture.mails.length - due.length).toBe(3)
      expect(mailed.map(({ recipient }) => recipient).toSorted()).toEqual(due.map(({ recipient }) => recipient).toSorted())
      const webhooks = (fixture.tables.jobs ?? []).filter(({ kind }) => String(kind).endsWith('webhook'))
      expect(receiver.deliveries).toHaveLength(webhooks.length)
      expect(await db.selectFrom('refunds').select('state').execute()).toEqual([{ state: 'done' }])

      const open = await db
        .selectFrom('checkouts')
        .innerJoin('bookings', 'bookings.id', 'checkouts.bookingId')
        .select(['checkouts.id', 'amountPence', 'bookingId'])
        .where('bookings.status', '=', 'awaiting_payment')
        .executeTakeFirstOrThrow()
      clock.advance(60_000)
      await payAtSandbox(services, open)
      expect(await db.selectFrom('bookings').select('status').where('id', '=', open.bookingId).execute()).toEqual([{ status: 'received' }])
    })
  })
