// @module-tag never-again
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { readEmail } from '#app/features/accounts/email-and-phone.ts'
import { readUserByEmail } from '#app/features/accounts/read-accounts.server.ts'
import { readDraft } from '#app/features/intake/drafts.server.ts'
import { replayDelivery } from '#app/features/messages/replay-delivery.server.ts'
import { payAtSandbox } from '#app/features/red-line/pay-at-sandbox.server.ts'
import { migrate } from '#app/platform/database.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { migrations } from '#db/migrations/index.ts'
import { jobHandlers } from '#server/jobs.ts'
import { empty, freshWorld } from '#test/support/fresh.ts'
import { openReceiver } from '#test/support/receiver.ts'
import { onEachEngine } from '#test/support/world.ts'

/*
 * The data of a site that lost power while running an earlier version: bookings in every status, a draft, an open checkout, waiting jobs of
 * every kind, and some that were given up. The fixture has its rows as that version wrote them.
 */

interface Fixture {
  now: string
  draftId: string
  /** By table name, referenced tables before those that refer to them. */
  tables: Record<string, Record<string, string | number | null>[]>
  /** Each email that the earlier version sent when restarted on this data. */
  mails: { recipient: string; subject: string }[]
}

const fixture = JSON.parse(readFileSync(new URL('fixtures/data-at-0018.json', import.meta.url), 'utf8')) as Fixture
const lastMigration = '0018-counts'

onEachEngine('Data of an earlier version', (engine) => {
  test('opens, and everything that waits in it is delivered once', async () => {
    const receiver = await openReceiver()
    const { services, clock } = await freshWorld(engine, {
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
    const { db } = services
    await empty(services)
    const earlier = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    expect((await earlier.migrateTo(lastMigration)).error).toBeUndefined()
    await db.transaction().execute(async (tx) => {
      if (engine === 'postgres') await sql`set local session_replication_role = replica`.execute(tx)
      else await sql`pragma defer_foreign_keys = on`.execute(tx)
      for (const [table, rows] of Object.entries(fixture.tables)) {
        await sql`delete from ${sql.table(table)}`.execute(tx)
        for (const row of rows)
          await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
            values (${sql.join(Object.values(row))})`.execute(tx)
      }
      // Stored before hosts were kept in ASCII.
      const [user] = fixture.tables.auth_users ?? []
      const row = { ...user, id: 'ada', email: 'ada@müller.de', role: 'customer' }
      await sql`insert into auth_users (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`.execute(tx)
      await sql`insert into owner_values (name, value, revision, updated_at)
        values ('mails', '{"customer-change":"Ask for Ann."}', 1, ${fixture.now})`.execute(tx)
    })
    await migrate(services)
    await services.published.refresh()
    const { mailTexts } = services.published.current()
    expect([mailTexts['change-set_out'], mailTexts['customer-late']]).toEqual([{ closing: 'Ask for Ann.' }, undefined])

    expect((await readUserByEmail(db, readEmail('Ada@Müller.de') ?? ''))?.id).toBe('ada')
    expect(await readDraft(services, fixture.draftId)).toMatchObject({ answers: { name: 'Draft', email: 'draft@example.com' } })
    const jobs = fixture.tables.jobs ?? []
    const owner = await db.selectFrom('authUsers').selectAll().where('role', '=', 'owner').executeTakeFirstOrThrow()
    for (const { id } of jobs.filter(({ state }) => state === 'dead'))
      expect(await replayDelivery(services, { account: { user: owner } } as SignedIn, { id: String(id), seen: '' })).toMatchObject({
        isNew: true,
      })
    while (await runDueJobs(services, jobHandlers));
    expect(
      await db.selectFrom('jobs').select(['kind', 'id']).where('state', '!=', 'done').where('replayedAs', 'is', null).execute(),
    ).toEqual([])

    const mailed = await db.selectFrom('localMail').select('recipient').execute()
    // The earlier version also confirmed bookings that had been cancelled by then.
    const cancelled = (fixture.tables.bookings ?? []).filter(({ status }) => status === 'cancelled').map(({ reference }) => reference)
    const due = fixture.mails.filter(({ subject }) => !cancelled.some((reference) => subject.startsWith(`Your booking ${reference}: `)))
    expect(fixture.mails.length - due.length).toBe(3)
    expect(mailed.map(({ recipient }) => recipient).toSorted()).toEqual(due.map(({ recipient }) => recipient).toSorted())
    const webhooks = jobs.filter(({ kind }) => String(kind).endsWith('webhook'))
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
