import type { UserRole } from '#db/tables.ts'

/** At least what clients of the contract expect; at most what no one types, so that a hash costs what it should. In characters. */
export const passwordLength = { least: 6, leastOfStaff: 12, most: 256 } as const

/** The fewest characters of a new password: more for staff, who read customers' addresses and door codes. */
export const leastPasswordLength = (role: UserRole): number => (role === 'customer' ? passwordLength.least : passwordLength.leastOfStaff)

/** As it is hashed: the accents of one letter are no further characters. */
export const passwordLengthOf = (password: string): number => [...password.normalize('NFKC')].length

export const newPasswordHint = (role: UserRole = 'customer'): string =>
  `At least ${leastPasswordLength(role)} characters. Three random words work well.`
