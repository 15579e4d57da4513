import type { UserRole } from '#db/tables.ts'

/** What may be done grows from left to right. */
const roles: readonly UserRole[] = ['customer', 'staff', 'owner']
export const hasAtLeast = (own: UserRole, wanted: UserRole): boolean => roles.indexOf(own) >= roles.indexOf(wanted)
