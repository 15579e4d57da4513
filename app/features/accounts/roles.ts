import type { UserRole } from '#db/tables/accounts.ts'
import type { UserRow } from './account-rows.ts'

/** From the fewest permissions to the most. */
const roles: readonly UserRole[] = ['customer', 'staff', 'owner']
export const hasAtLeast = (own: UserRole, wanted: UserRole): boolean => roles.indexOf(own) >= roles.indexOf(wanted)

type Member = Pick<UserRow, 'role' | 'passwordHash' | 'passwordSuitsStaff'>

/**
 * Returns true if someone needs a longer password before they may act as staff; for engineers, pass the role 'staff' (`passwordRoleOf`).
 */
export const needsLongerPassword = ({ role, passwordHash, passwordSuitsStaff }: Member): boolean =>
  role !== 'customer' && passwordHash !== null && passwordSuitsStaff === 0

/** Someone as they are once their role has risen: a password that may be short counts as short. */
export const raisedTo = (role: UserRole, { passwordHash, passwordSuitsStaff }: Omit<Member, 'role'>): Member => ({
  role,
  passwordHash,
  passwordSuitsStaff: passwordSuitsStaff ?? 0,
})

/** Returns true if someone has the role and no password that is too short for it. */
export const mayActAs = (user: Member, role: Exclude<UserRole, 'customer'>): boolean =>
  hasAtLeast(user.role, role) && !needsLongerPassword(user)
