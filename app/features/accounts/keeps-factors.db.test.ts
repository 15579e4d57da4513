import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrate } from '#app/platform/database.ts'
import { migrations } from '#db/migrations/index.ts'
import { empty, freshWorld } from '#test/support/fresh.ts'
import { onEachEngine } from '#test/support/world.ts'

onEachEngine('The second steps of before there were security keys', (engine) => {
  test('stay what they were, with what hangs on them, and one set of recovery codes stays the most', async () => {
    const { services } = await freshWorld(engine)
    const { db } = services
    await empty(services)
    const before = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    // The last migration before security keys.
    expect((await before.migrateTo('0022-audit-key')).error).toBeUndefined()
    const at = '2026-11-22T10:00:00.000Z'
    await sql`insert into auth_users (id, phone, email_change_halves, app_metadata, user_metadata, role, is_sample, is_anonymous, factor_failures, created_at, updated_at)
      values ('user', '', 0, '{}', '{}', 'customer', 0, 0, 0, ${at}, ${at})`.execute(db)
    for (const kind of ['totp', 'phone', 'recovery_code'])
      await sql`insert into auth_factors (id, user_id, kind, status, failures, created_at, updated_at)
        values (${kind}, 'user', ${kind}, 'verified', 0, ${at}, ${at})`.execute(db)
    await sql`insert into auth_recovery_codes (factor_id, code_hash, created_at) values ('recovery_code', 'hash', ${at})`.execute(db)

    await migrate(services)
    const factors = await db.selectFrom('authFactors').select(['id', 'kind', 'status']).orderBy('id').execute()
    expect(factors).toEqual(['phone', 'recovery_code', 'totp'].map((kind) => ({ id: kind, kind, status: 'verified' })))
    expect(await db.selectFrom('authRecoveryCodes').select('codeHash').execute()).toEqual([{ codeHash: 'hash' }])
    const copy = (kind: string, id: string) =>
      sql`insert into auth_factors (id, user_id, kind, status, failures, created_at, updated_at)
        values (${id}, 'user', ${kind}, 'verified', 0, ${at}, ${at})`.execute(db)
    await expect(copy('recovery_code', 'second')).rejects.toThrow()
    await expect(copy('carrier_pigeon', 'third')).rejects.toThrow()
    await copy('webauthn', 'fourth')
  })
})
