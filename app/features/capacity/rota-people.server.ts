import type { Kysely, Selectable, Transaction } from 'kysely'
import { nameOf, type UserRow } from '#app/features/accounts/account-rows.ts'
import { lockEngineer, lockUser } from '#app/features/accounts/lock-accounts.server.ts'
import { EntryNotFound } from '#app/features/booking/refusals.ts'
import type { EngineersTable } from '#db/tables/capacity.ts'
import type { Tables } from '#db/tables.ts'
import type { Rota } from './rota-view.ts'

/** Someone on a rota: an engineer, or on the desk's a colleague with an account. */
export interface RotaPerson extends Pick<Selectable<EngineersTable>, 'id' | 'name' | 'phone' | 'base' | 'gasSafeNumber' | 'isSample'> {
  rota: Rota
  /** The time an engineer left. */
  retiredAt: string | null
}

/** Everyone on a rota, by name; engineers who have left aside. */
export async function readRotaPeople(db: Kysely<Tables>, rota: Rota): Promise<RotaPerson[]> {
  if (rota === 'engineers') {
    const engineers = await engineerRows(db).where('retiredAt', 'is', null).orderBy('name').orderBy('id').execute()
    return engineers.map((row) => ({ ...row, rota }))
  }
  const users = await db.selectFrom('authUsers').selectAll().where('role', '!=', 'customer').orderBy('id').execute()
  return users.map(deskPerson).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** The given people who are on any rota; also engineers who have left. */
export async function readPeopleOf(db: Kysely<Tables>, ids: readonly string[]): Promise<RotaPerson[]> {
  if (ids.length === 0) return []
  const engineers = await engineerRows(db).where('id', 'in', ids).execute()
  const users = await db.selectFrom('authUsers').selectAll().where('id', 'in', ids).where('role', '!=', 'customer').execute()
  return [...engineers.map((row) => ({ ...row, rota: 'engineers' as const })), ...users.map(deskPerson)]
}

/** Someone on a rota, locked until the transaction ends. Throws `EntryNotFound`. */
export async function lockRotaPerson(tx: Transaction<Tables>, id: string): Promise<RotaPerson> {
  const engineer = await lockEngineer(tx, id)
  if (engineer) return { ...engineer, rota: 'engineers' }
  const user = await lockUser(tx, id)
  if (!user || user.role === 'customer') throw personNotFound()
  return deskPerson(user)
}

export const personNotFound = () => new EntryNotFound('We can’t find that person. Choose someone else.')

/** The column that makes shifts and absences a person's. */
export const ofPerson = ({ rota, id }: Pick<RotaPerson, 'rota' | 'id'>) => (rota === 'desk' ? { userId: id } : { engineerId: id })

/** The rota that a shift or an absence is on. */
export const rotaOf = ({ userId }: { userId: string | null }): Rota => (userId === null ? 'engineers' : 'desk')

const engineerRows = (db: Kysely<Tables>) =>
  db.selectFrom('engineers').select(['id', 'name', 'phone', 'base', 'gasSafeNumber', 'isSample', 'retiredAt'])

const deskPerson = (user: UserRow): RotaPerson => ({
  ...{ id: user.id, name: nameOf(user) || 'A colleague', phone: user.phone, base: '', gasSafeNumber: null },
  ...{ isSample: user.isSample, retiredAt: null, rota: 'desk' },
})
