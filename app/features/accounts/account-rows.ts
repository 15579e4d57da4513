import type { Selectable } from 'kysely'
import type { AuthFactorsTable, AuthIdentitiesTable, AuthUsersTable } from '#db/tables/accounts.ts'

export type UserRow = Selectable<AuthUsersTable>
export type IdentityRow = Selectable<AuthIdentitiesTable>
export type FactorRow = Selectable<AuthFactorsTable>

/** A user with their identities and factors. */
export interface Account {
  user: UserRow
  identities: IdentityRow[]
  factors: FactorRow[]
}

/** The name someone gave, or their address. */
export function nameOf({ userMetadata, email }: Pick<UserRow, 'userMetadata' | 'email'>): string {
  const { full_name: name } = JSON.parse(userMetadata) as { full_name?: unknown }
  return typeof name === 'string' && name ? name : (email ?? '')
}

/** Returns the metadata that only the server sets: a user's sign-in methods. */
export function appMetadataOf({ user, identities }: Pick<Account, 'user' | 'identities'>): Record<string, unknown> {
  const providers = [...new Set(identities.map(({ provider }) => provider))]
  return { ...JSON.parse(user.appMetadata), ...(providers.length > 0 && { provider: providers[0], providers }) }
}

export const isBanned = ({ bannedUntil }: Pick<AuthUsersTable, 'bannedUntil'>, now: Date): boolean =>
  bannedUntil !== null && bannedUntil > now.toISOString()

/** Metadata with changes: as the contract has it, null takes a field away. */
export const mergedMetadata = (stored: string, changes: Record<string, unknown>): string =>
  JSON.stringify(Object.fromEntries(Object.entries({ ...JSON.parse(stored), ...changes }).filter(([, value]) => value !== null)))
