import type { Kysely } from 'kysely'
import type { Instant } from '#app/values/clock.ts'
import type { MailTexts } from '#content/customer-mails.ts'
import type { FiledEvidence, OfferOverrides, OwnerOverrides } from '#content/owner-overrides.ts'
import { defaultPublished, type PublishedValues, publishedWith } from '#content/published.ts'
import type { Tables } from '#db/tables.ts'
import { loggable } from './log.ts'
import type { Services } from './services.ts'

/** The business's details, prices and evidence, as this process publishes them. */
export interface Published {
  /** As last read; the defaults before that. */
  current(): PublishedValues
  /** Reads them again, after any read under way, and re-renders pages if they have changed. If they can't be read, the last values stay. */
  refresh(): Promise<void>
  /** The values inside the caller's transaction, for promises. Changes nothing for others. */
  readIn(tx: Kysely<Tables>): Promise<PublishedValues>
  /** The values as they were at an instant of the last day, for prices; others are those of now. */
  readAt(tx: Kysely<Tables>, at: Instant): Promise<PublishedValues>
  /** Returns the values of rows that the caller has read in its own transaction (`storedValues`). */
  valuesOf(rows: readonly StoredValue[]): PublishedValues
}

/** The values in the rows of `db`: inside a transaction, the values there. */
export const readPublished = async (db: Kysely<Tables>): Promise<PublishedValues> => valuesOf(await readRows(db))

export function createPublished({ db, log, pagesChanged }: Pick<Services, 'db' | 'log' | 'pagesChanged'>): Published {
  let known = { stored: '', values: defaultPublished }
  let last: Promise<void> = Promise.resolve()
  let isFailing = false

  const read = async (from: Kysely<Tables>) => meaningOf(await readRows(from))

  function meaningOf(rows: readonly StoredValue[]): typeof known {
    const stored = rows.map(({ name, value, updatedAt }) => `${name} ${updatedAt} ${value}`).join('\n')
    return stored === known.stored ? known : { stored, values: valuesOf(rows) }
  }

  async function readSafely() {
    try {
      const now = await read(db)
      isFailing = false
      if (now === known) return
      known = now
      pagesChanged()
    } catch (error) {
      if (!isFailing) log.warn({ error: loggable(error) }, 'the owner’s changes could not be read')
      isFailing = true
    }
  }

  return {
    current: () => known.values,
    refresh() {
      last = last.then(readSafely)
      return last
    },
    readIn: async (tx) => (await read(tx)).values,
    async readAt(tx, at) {
      const replaced = await tx
        .selectFrom('replacedPrices')
        .select(['name', 'value'])
        .where('replacedAt', '>', at)
        .orderBy('id', 'desc')
        .execute()
      const now = await readRows(tx)
      // The first of several changes since then holds the value that was in force.
      const then = new Map(now.map((row) => [row.name, row]))
      for (const { name, value } of replaced) then.set(name, { name, value, updatedAt: at })
      return valuesOf([...then.values()].filter(({ value }) => value !== '{}').sort(byName))
    },
    valuesOf: (rows) => meaningOf(rows.toSorted(byName)).values,
  }
}

/** The owner's changes to one group of values, as JSON. */
interface StoredValue {
  name: string
  value: string
  updatedAt: Instant
}

/** Selects the owner's changes, in any order. */
export const storedValues = (db: Kysely<Tables>) =>
  db.selectFrom('ownerValues').select(['name', 'value', 'updatedAt']).where('value', '<>', '{}')

const readRows = async (db: Kysely<Tables>): Promise<StoredValue[]> => (await storedValues(db).execute()).sort(byName)

const byName = (a: StoredValue, b: StoredValue) => (a.name < b.name ? -1 : 1)

const valuesOf = (rows: readonly StoredValue[]): PublishedValues =>
  rows.length === 0 ? defaultPublished : { ...publishedWith(overridesFrom(rows)), pricesChangedAt: pricesChangedAt(rows) }

/** Returns true if a group of the owner's values affects the price of a booking. */
export const isPriceGroup = (name: string): boolean => /^(fees|rates|estimates|multipliers|supplements|cap|offer-.*)$/.test(name)

const pricesChangedAt = (rows: readonly StoredValue[]): Instant | undefined =>
  rows
    .filter(({ name }) => isPriceGroup(name))
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1)

/** The rows of the database as values. */
function overridesFrom(rows: readonly StoredValue[]): OwnerOverrides {
  const overrides: { -readonly [Key in keyof OwnerOverrides]: OwnerOverrides[Key] } = {}
  for (const { name, value } of rows) {
    const values = JSON.parse(value)
    const [kind = '', ...rest] = name.split('-')
    const id = rest.join('-')
    if (kind === 'details') overrides.details = values
    else if (kind === 'fees' || kind === 'rates') overrides.fees = { ...overrides.fees, ...values }
    else if (kind === 'estimates' || kind === 'multipliers' || kind === 'supplements' || kind === 'cap') overrides[kind] = values
    else if (kind === 'desk') overrides.desk = values
    else if (kind === 'area') overrides.closedBoroughs = values
    else if (kind === 'slots') overrides.closedSlots = values
    else if (kind === 'windows') overrides.windows = values
    else if (kind === 'mail') overrides.mailTexts = { ...overrides.mailTexts, [id]: values as MailTexts }
    else if (kind === 'offer') overrides.offers = { ...overrides.offers, [id]: values as OfferOverrides }
    else if (kind === 'opened') overrides.openedAt = values.at
    else if (kind === 'claim') overrides.evidence = { ...overrides.evidence, [id]: values as FiledEvidence }
  }
  return overrides
}
