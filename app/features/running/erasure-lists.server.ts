import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { readAccount } from '#app/features/accounts/read-accounts.server.ts'
import { eraseBooking, eraseBookingsOf } from '#app/features/booking/erase-bookings.server.ts'
import { type Erasure, type ErasureKind, erasureMac } from '#app/platform/erasures.ts'
import { type FilePlace, readWhole } from '#app/platform/file-places.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { BadBackup } from './backups/files/backup-file.server.ts'
import { backupPlaces } from './backups/files/places.server.ts'
import { withWorkFolder } from './backups/files/work-folder.server.ts'
import { eraseAccount } from './delete-account.server.ts'
import { deleteContact } from './privacy/delete-contact.server.ts'

/* Lists of erasures, beside the backups in files that are written once. Restoring a backup reads them and erases the data again, so erased
   people stay erased. */

const atOnce = 1_000

/** Chore: adds new erasures to the lists in every place where backups are kept. Repeating it is harmless. */
export async function listErasures(services: Services, places = backupPlaces(services.config)): Promise<void> {
  const { db, clock, config } = services
  if (places.length === 0) return
  const fresh = await db.selectFrom('erasures').selectAll().where('listedAt', 'is', null).orderBy('id').limit(atOnce).execute()
  const last = fresh.at(-1)
  if (!last) return
  await withWorkFolder(config.dataDir, async (folder) => {
    const file = join(folder, 'erasures.jsonl')
    const lines = fresh.map(({ at, kind, keyId, mac }) => JSON.stringify({ at, kind, keyId, mac } satisfies Erasure))
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
    for (const place of places) await place.put(listName(last), file)
  })
  const ids = fresh.map(({ id }) => id)
  await db
    .updateTable('erasures')
    .set({ listedAt: toInstant(clock.now()) })
    .where('id', 'in', ids)
    .execute()
}

/** Equal entries have the same name: a list that is written again replaces the first. */
const listName = ({ at, id }: { at: Instant; id: string }) => `erasures-${at.replace(/[:.]/g, '-')}-${id}.jsonl`
const isList = (name: string) => /^erasures-[\dT-]+Z-[\w-]+\.jsonl$/.test(name)

/**
 * The lists that no backup needs: all remaining backups were made after the erasures in them. Those of the oldest one's own day stay: what
 * was being erased while it began is in it. `oldest`: a backup's name.
 */
export function listsToRemove(names: readonly string[], oldest: string | undefined): string[] {
  const since = oldest && /^plumbers-([\d-]{10})T.*\.age$/.exec(oldest)?.[1]
  return since ? names.filter((name) => isList(name) && name.slice('erasures-'.length) < since) : []
}

/** Everything that is listed in a place. */
export async function readErasureLists(place: FilePlace): Promise<Erasure[]> {
  const lists = (await place.names()).filter(isList).toSorted()
  const found: Erasure[] = []
  for (const name of lists) found.push(...erasuresIn(name, String(await readWhole(place, name))))
  return found
}

/** A line of a list: it isn't signed, so it may be anyone's. */
const ErasureLine = z.object({
  at: z.iso.datetime({ precision: 3 }),
  kind: z.enum(['customer', 'account', 'booking', 'contact']),
  keyId: z.string().regex(/^[\w-]{1,40}$/),
  mac: z.string().regex(/^[\w-]{1,100}$/),
}) satisfies z.ZodType<Erasure>

function erasuresIn(name: string, content: string): Erasure[] {
  try {
    return content.split('\n').flatMap((line) => (line ? [ErasureLine.parse(JSON.parse(line))] : []))
  } catch {
    throw new BadBackup(`The list of erasures ${name} is damaged. Replace it with a good copy, or erased data will come back.`)
  }
}

/** The erasures recorded in a database; none if it is older than that table. */
export async function readErasures(db: Kysely<Tables>): Promise<Erasure[]> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'erasures')) return []
  return db.selectFrom('erasures').select(['at', 'kind', 'keyId', 'mac']).orderBy('id').execute()
}

/**
 * Erases in restored data everything that was erased since the backup, and records it there. Returns the number of accounts and bookings
 * found. Throws `BadBackup` if an erasure can't be matched because its key is gone.
 */
export async function replayErasures(services: Services, erasures: readonly Erasure[]): Promise<{ accounts: number; bookings: number }> {
  const { db, clock, secrets } = services
  const keyIds = [...new Set(erasures.map(({ keyId }) => keyId))]
  const unknown = keyIds.find((keyId) => ![secrets.currentKeyId, ...secrets.olderKeyIds].includes(keyId))
  if (unknown)
    throw new BadBackup(
      `Erasures are listed under the key ${unknown}, which SECRET_KEY no longer includes. Add it back after a comma, or erased data will come back.`,
    )
  const listed = new Set(erasures.map(textOf))
  const isErased = (kind: ErasureKind, id: string) =>
    keyIds.some((keyId) => listed.has(textOf({ kind, keyId, mac: erasureMac(secrets, kind, id, keyId) })))
  const count = { accounts: 0, bookings: 0 }
  for (const { id } of await db.selectFrom('authUsers').select('id').execute()) {
    const isCustomer = isErased('customer', id)
    if (!isCustomer && !isErased('account', id)) continue
    await db.transaction().execute(async (tx) => {
      const account = await readAccount(tx, id)
      if (account && isCustomer) await eraseAccount(services, tx, account)
      else await tx.deleteFrom('authUsers').where('id', '=', id).execute()
    })
    count.accounts += 1
  }
  for (const { id } of await db.selectFrom('bookings').select('id').where('erasedAt', 'is', null).execute()) {
    if (!isErased('booking', id)) continue
    await db.transaction().execute((tx) => eraseBooking(services, tx, id))
    count.bookings += 1
  }
  count.bookings += await replayContacts(services, erasures)
  const at = toInstant(clock.now())
  const known = new Set((await readErasures(db)).map(textOf))
  const rows = erasures.filter((one) => !known.has(textOf(one))).map((one) => ({ ...one, id: newId(), listedAt: at }))
  for (let from = 0; from < rows.length; from += atOnce)
    await db
      .insertInto('erasures')
      .values(rows.slice(from, from + atOnce))
      .execute()
  return count
}

const textOf = ({ kind, keyId, mac }: Omit<Erasure, 'at'>) => `${kind} ${keyId} ${mac}`

/** Erases what came in under an address or number until that was erased. Returns how many bookings lost their data. */
async function replayContacts(services: Services, erasures: readonly Erasure[]): Promise<number> {
  const { db, secrets } = services
  const contacts = erasures.filter(({ kind }) => kind === 'contact').toSorted((a, b) => (a.at < b.at ? -1 : 1))
  if (contacts.length === 0) return 0
  const erasedAt = new Map(contacts.map(({ keyId, mac, at }) => [`${keyId} ${mac}`, at]))
  const keyIds = [...new Set(contacts.map(({ keyId }) => keyId))]
  const found = { emails: new Set<string>(), phones: new Set<string>() }
  for (const { email, phone } of await db.selectFrom('bookings').select(['email', 'phone']).where('erasedAt', 'is', null).execute()) {
    found.emails.add(email.toLowerCase())
    found.phones.add(phone)
  }
  for (const table of ['enquiries', 'textNumbers'] as const)
    for (const { phone } of await db.selectFrom(table).select('phone').distinct().execute()) found.phones.add(phone)
  for (const { consentContact: each } of await db.selectFrom('chosenMessages').select('consentContact').execute())
    found[each.includes('@') ? 'emails' : 'phones'].add(each)
  const before = await countErased(db)
  for (const kind of ['emails', 'phones'] as const)
    for (const each of found[kind]) {
      const times = keyIds.flatMap((keyId) => erasedAt.get(`${keyId} ${erasureMac(secrets, 'contact', each, keyId)}`) ?? [])
      const until = times.toSorted().at(-1)
      if (!until) continue
      const contact = { emails: [], phones: [], [kind]: [each] }
      await db.transaction().execute(async (tx) => {
        await eraseBookingsOf(services, tx, contact, { until })
        await deleteContact(tx, contact, [], until)
      })
    }
  return (await countErased(db)) - before
}

const countErased = async (db: Kysely<Tables>): Promise<number> => {
  const { rows } = await db
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll<number | string>().as('rows'))
    .where('erasedAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(rows)
}
