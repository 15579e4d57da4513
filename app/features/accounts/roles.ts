import type { UserRole } from '#db/tables.ts'

/** From the fewest permissions to the most. */
const roles: readonly UserRole[] = ['customer', 'staff', 'owner']
export const hasAtLeast = (own: UserRole, wanted: UserRole): boolean => roles.indexOf(own) >= roles.indexOf(wanted)
