import type { Kysely } from 'kysely'
import { type Changed, type ChangedOffer, type FiledEvidence, setChanged } from '#content/changed.ts'
import type { Tables } from '#db/tables.ts'
import { loggable } from './log.ts'
import type { Services } from './services.ts'

/** What the owner has put in the place of what the site says by itself, as this process says it (content/changed.ts). */
export interface OwnerValues {
  /** Reads it again, after whatever reads it already, and has pages made anew when it is another. Where it cannot be read, what was known stays. */
  refresh(): Promise<void>
  /** The same at once, inside the caller's transaction: a promise is made by what holds at that moment. */
  refreshIn(tx: Kysely<Tables>): Promise<void>
}

/** Knows of nothing until it is first read. */
export function createOwnerValues({ db, log, pagesChanged }: Pick<Services, 'db' | 'log' | 'pagesChanged'>): OwnerValues {
  let known = ''
  let last: Promise<void> = Promise.resolve()
  let isFailing = false

  async function read(from: Kysely<Tables>) {
    const rows = await from.selectFrom('ownerValues').select(['name', 'value']).where('value', '<>', '{}').orderBy('name').execute()
    const now = rows.map(({ name, value }) => `${name} ${value}`).join('\n')
    if (now === known) return
    known = now
    setChanged(changedOf(rows))
    pagesChanged()
  }

  async function readSafely() {
    try {
      await read(db)
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ error: loggable(error) }, 'what the owner has changed could not be read')
      isFailing = true
    }
  }

  return {
    refresh() {
      last = last.then(readSafely)
      return last
    },
    refreshIn: read,
  }
}

/** The rows as content/changed.ts has them. */
export function changedOf(rows: readonly { name: string; value: string }[]): Changed {
  const changed: { offers?: Record<string, ChangedOffer>; evidence?: Record<string, FiledEvidence> } & Omit<
    Changed,
    'offers' | 'evidence'
  > = {}
  for (const { name, value } of rows) {
    const values = JSON.parse(value)
    const [kind = '', ...rest] = name.split('-')
    const id = rest.join('-')
    if (kind === 'details') changed.details = values
    else if (kind === 'fees' || kind === 'rates') changed.fees = { ...changed.fees, ...values }
    else if (kind === 'offer') changed.offers = { ...changed.offers, [id]: values }
    else if (kind === 'claim') changed.evidence = { ...changed.evidence, [id]: values }
  }
  return changed
}
