import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { codeFrom } from '#app/values/ids.ts'
import type { UserRole } from '#db/tables/accounts.ts'
import { createEmailUser, newUserRow } from './create-user.server.ts'
import { storedPassword } from './stored-password.server.ts'

/* Accounts to try the site with, one of each role, on a site that only this machine reaches. Created once, in a database without users.
   Their passwords are derived from the database's own secret key: different for each, printed at every start, stored nowhere. Anywhere
   else, and with SAMPLE_DATA=off, they are removed at start, so data moved to a public site loses them. */

const samples = [
  { role: 'customer', email: 'customer@example.com', fullName: 'Sample customer' },
  { role: 'staff', email: 'staff@example.com', fullName: 'Sample staff' },
  { role: 'owner', email: 'owner@example.com', fullName: 'Sample owner' },
] as const satisfies readonly { role: UserRole; email: string; fullName: string }[]

/** How to sign in as one of them; without a password if it was changed. */
interface SampleSignIn {
  role: UserRole
  email: string
  password: string | undefined
}

/** At start: creates or removes the sample accounts, as configured. Returns how to sign in as the existing ones. */
export async function settleSampleAccounts(services: Services): Promise<SampleSignIn[]> {
  if (!services.config.sampleData) {
    await removeSampleAccounts(services, 'system')
    return []
  }
  const anybody = await services.db.selectFrom('authUsers').select('id').limit(1).executeTakeFirst()
  if (!anybody) await makeSampleAccounts(services)
  const users = await services.db
    .selectFrom('authUsers')
    .select(['email', 'role', 'passwordChangedAt'])
    .where('isSample', '=', 1)
    .orderBy('id')
    .execute()
  return users.map(({ email, role, passwordChangedAt }) => ({
    role,
    email: email ?? '',
    password: passwordChangedAt ? undefined : passwordOf(services, email ?? ''),
  }))
}

async function makeSampleAccounts(services: Services): Promise<void> {
  const emailConfirmedAt = toInstant(services.clock.now())
  const hashed = await Promise.all(
    samples.map(async (sample) => ({ ...sample, ...(await storedPassword(passwordOf(services, sample.email))) })),
  )
  await services.db.transaction().execute(async (tx) => {
    for (const { fullName, ...account } of hashed) {
      const userMetadata = JSON.stringify({ full_name: fullName })
      await createEmailUser(services, tx, newUserRow(services, { ...account, userMetadata, emailConfirmedAt, isSample: 1 }), 'system')
    }
  })
}

/** Removes all sample accounts, and ends their sessions. Returns how many there were. */
export async function removeSampleAccounts(services: Services, actor: string): Promise<number> {
  return services.db.transaction().execute(async (tx) => {
    const removed = await tx.deleteFrom('authUsers').where('isSample', '=', 1).returning('id').execute()
    for (const { id } of removed)
      await recordAudit(tx, services.clock.now(), { actor, action: 'user.delete', subject: id, detail: { sample: true } })
    return removed.length
  })
}

/** Twelve characters that are easy to type: 54 bits. */
const passwordOf = ({ secrets }: Pick<Services, 'secrets'>, email: string): string =>
  codeFrom(secrets.sign('sample-password', email), 12).toLowerCase()
