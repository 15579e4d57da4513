import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { UserRole } from '#db/tables/accounts.ts'
import { isBanned, nameOf, type UserRow } from './account-rows.ts'

/** Someone who works here, as the owner sees them. */
interface Person {
  id: string
  name: string
  email: string
  /** E.164, or empty. */
  phone: string
  role: Exclude<UserRole, 'customer'>
  hasSecondStep: boolean
  isBanned: boolean
  isSample: boolean
  lastSignInAt: string | null
}

/** Owners and staff, oldest first, and the invitations that are open. */
export async function readPeople({ db, clock }: Services) {
  const users = await db.selectFrom('authUsers').selectAll().where('role', '!=', 'customer').orderBy('role').orderBy('id').execute()
  const factors = await db
    .selectFrom('authFactors')
    .select('userId')
    .where('status', '=', 'verified')
    .where('kind', '!=', 'recovery_code')
    .where('userId', 'in', (eb) => eb.selectFrom('authUsers').select('id').where('role', '!=', 'customer'))
    .execute()
  const invitations = await db
    .selectFrom('staffInvitations')
    .select(['id', 'email', 'fullName', 'role', 'sentAt', 'expiresAt'])
    .where('expiresAt', '>', toInstant(clock.now()))
    .orderBy('id')
    .execute()
  const withFactor = new Set(factors.map(({ userId }) => userId))
  return { people: users.map((user) => personOf(user, withFactor.has(user.id), clock.now())), invitations }
}

/** One of them; undefined for a customer. */
export async function readPerson(services: Services, userId: string): Promise<Person | undefined> {
  return (await readPeople(services)).people.find(({ id }) => id === userId)
}

/** An open invitation. */
export async function readOpenInvitation(services: Services, invitationId: string) {
  return (await readPeople(services)).invitations.find(({ id }) => id === invitationId)
}

const personOf = (user: UserRow, hasSecondStep: boolean, now: Date): Person => ({
  id: user.id,
  name: nameOf(user),
  email: user.email ?? '',
  phone: user.phone,
  role: user.role === 'owner' ? 'owner' : 'staff',
  hasSecondStep,
  isBanned: isBanned(user, now),
  isSample: user.isSample === 1,
  lastSignInAt: user.lastSignInAt,
})
