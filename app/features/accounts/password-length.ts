import type { UserRole } from '#db/tables/accounts.ts'
import type { Flag } from '#db/tables/flag.ts'

/** The least that clients of the contract expect, and a most that bounds the cost of a hash. In characters. */
export const passwordLength = { least: 6, leastOfStaff: 12, most: 256 } as const

/** The fewest characters of a new password: more for staff, who read customers' addresses and door codes. */
export const leastPasswordLength = (role: UserRole): number => (role === 'customer' ? passwordLength.least : passwordLength.leastOfStaff)

/** The length as it is hashed: combining accents don't count. */
export const passwordLengthOf = (password: string): number => [...password.normalize('NFKC')].length

/** Returns the flag that is stored about a password's length. */
export const suitsStaff = (password: string): Flag => (passwordLengthOf(password) < passwordLength.leastOfStaff ? 0 : 1)

export const newPasswordHint = (role: UserRole = 'customer'): string =>
  `At least ${leastPasswordLength(role)} characters. Three random words work well.`
