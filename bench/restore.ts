import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { restoreBackup } from '#app/features/running/backups/restore-backup.server.ts'
import { takeBackup } from '#app/features/running/take-backup.server.ts'
import { readConfig } from '#app/platform/config.ts'
import { createServices, secretsOf } from '#app/platform/create-services.ts'
import { type Engine, migrate, openDatabase } from '#app/platform/database.ts'
import { systemClock } from '#app/values/clock.ts'
import { submissionOf } from '#test/support/fresh.ts'
import { fillBookings } from '#test/support/many-bookings.ts'
import { printTable } from './figures.ts'
import { machineLine, makeFolder } from './machine.ts'
import { startDurablePostgres } from './postgres.ts'

/* How long a backup of several years takes, and its restoration: the whole of `npm run restore`. */

const bookings = 10_000
const seconds = (from: number) => ((performance.now() - from) / 1_000).toFixed(1)

async function measure(engine: Engine, dataDir: string, databaseUrl: string | undefined): Promise<string[]> {
  mkdirSync(dataDir)
  const config = readConfig({
    ...{ LOG_LEVEL: 'silent', SECRET_KEY: randomUUID(), DATA_DIR: dataDir, BACKUP_DIR: join(dataDir, 'backups') },
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  })
  const database = openDatabase(config)
  await migrate(database)
  const services = createServices(config, database, { clock: systemClock })
  await submitBooking(services, submissionOf())
  await fillBookings(services.db, bookings)
  const backupBegan = performance.now()
  const [made] = await takeBackup(services, 'manual')
  const backup = seconds(backupBegan)
  if (!made || made.problem) throw new Error(made?.problem)
  await database.db.destroy()
  const restorationBegan = performance.now()
  await restoreBackup({ config, secrets: secretsOf(config), clock: systemClock, wanted: 'latest' })
  return [engine, backup, (made.bytes / 1e6).toFixed(1), seconds(restorationBegan)]
}

const folder = makeFolder()
const postgres = await startDurablePostgres(folder.path)
try {
  console.log(`Backup and restoration of ${bookings} bookings\n${machineLine()}`)
  const rows = [
    await measure('sqlite', join(folder.path, 'sqlite'), undefined),
    await measure('postgres', join(folder.path, 'backup'), await postgres.createDatabase()),
  ]
  printTable(['engine', 'backup s', 'MB', 'restoration s'], rows)
} finally {
  await postgres.stop()
  folder.remove()
}
