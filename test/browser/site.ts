import { onTestFinished } from 'vitest'
import { openSqlite } from '#app/platform/database.ts'
import { londonDay } from '#app/platform/london.ts'
import { redlineSlotsPerDay } from '#content/rates.ts'
import { freshDataDir, openInstance } from '#test/support/instance.ts'

/** A running site with data of its own, and a look into its database from beside. */
export interface Site {
  url: string
  /** Every booking, oldest first. */
  bookings(): Promise<Record<string, unknown>[]>
  mailTo(address: string): Promise<{ subject: string }[]>
  /** Sells today's five Red Line slots to the first five bookings. */
  sellOutRedLine(): Promise<void>
}

/** Starts the built server on a fresh embedded database, for the test that runs. Nothing can take a payment there. */
export async function openSite(): Promise<Site> {
  const dataDir = freshDataDir()
  const { url } = await openInstance({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: '1000', DEV_TOOLS: 'off' })
  const { db } = openSqlite(dataDir)
  onTestFinished(() => db.destroy())
  return {
    url,
    bookings: () => db.selectFrom('bookings').selectAll().orderBy('id').execute(),
    mailTo: (address) => db.selectFrom('localMail').select('subject').where('recipient', '=', address).execute(),
    async sellOutRedLine() {
      const bookings = await db.selectFrom('bookings').select('id').limit(redlineSlotsPerDay).execute()
      if (bookings.length < redlineSlotsPerDay) throw new Error('Five bookings are needed to sell five slots to')
      const day = londonDay(new Date())
      await db
        .insertInto('redlineSlots')
        .values(bookings.map(({ id }, at) => ({ day, slot: at + 1, bookingId: id, heldUntil: null })))
        .execute()
    },
  }
}
