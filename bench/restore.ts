import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { newUserRow } from '#app/features/accounts/create-user.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { restoreBackup } from '#app/features/running/backups/restore-backup.server.ts'
import { takeBackup } from '#app/features/running/take-backup.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { readConfig } from '#app/platform/config.ts'
import { createServices, secretsOf } from '#app/platform/create-services.ts'
import { type Engine, migrate, openDatabase } from '#app/platform/database.ts'
import type { Services } from '#app/platform/services.ts'
import { systemClock } from '#app/values/clock.ts'
import { submissionOf } from '#test/support/fresh.ts'
import { fillBookings } from '#test/support/many-bookings.ts'
import { printTable } from './figures.ts'
import { engineLine, machineLine, makeFolder } from './machine.ts'
import { type DurablePostgres, startDurablePostgres } from './postgres.ts'

/* How long a backup of a business of some years takes, and its restoration. docs/benchmarks.md says what each column means. */

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    bookings: { type: 'string', default: '10000' },
    accounts: { type: 'string', default: '2000' },
  },
})

const [bookings, accounts] = [Number(options.bookings), Number(options.accounts)]
const seconds = (from: number) => ((performance.now() - from) / 1_000).toFixed(1)

async function main(): Promise<number> {
  const folder = makeFolder()
  let postgres: DurablePostgres | undefined
  const rows: string[][] = []
  try {
    console.log(`Backup and restoration of ${bookings} bookings and ${accounts} accounts\n${machineLine()}`)
    for (const engine of options.engines.split(',') as Engine[]) {
      if (engine === 'postgres') postgres ??= await startDurablePostgres(folder.path)
      rows.push(await measure(engine, join(folder.path, engine), engine === 'postgres' ? await postgres?.createDatabase() : undefined))
    }
  } finally {
    await postgres?.stop()
    folder.remove()
  }
  console.log('')
  printTable(['engine', 'backup s', 'longest pause ms', 'MB', 'restoration s', 'audit entries'], rows)
  return 0
}

async function measure(engine: Engine, dataDir: string, databaseUrl: string | undefined): Promise<string[]> {
  mkdirSync(dataDir, { recursive: true })
  const config = readConfig({
    ...{ LOG_LEVEL: 'silent', SECRET_KEY: randomUUID(), DATA_DIR: dataDir, BACKUP_DIR: join(dataDir, 'backups') },
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  })
  const database = openDatabase(config)
  await migrate(database)
  console.log(`\n${await engineLine(database)}`)
  const services = createServices(config, database, { clock: systemClock })
  await submitBooking(services, submissionOf())
  await fillBookings(services.db, bookings)
  await fillAccounts(services)
  const pauses = watchPauses()
  const backupBegan = performance.now()
  const [made] = await takeBackup(services, 'manual')
  const backupSeconds = seconds(backupBegan)
  const longest = pauses.stop()
  if (!made || made.problem) throw new Error(made?.problem)
  await database.db.destroy()
  const restorationBegan = performance.now()
  const { proof } = await restoreBackup({ config, secrets: secretsOf(config), clock: systemClock, wanted: 'latest' })
  return [engine, backupSeconds, longest.toFixed(0), (made.bytes / 1e6).toFixed(1), seconds(restorationBegan), String(proof.auditEntries)]
}

/** Accounts, each with the entries of a sign-up. */
async function fillAccounts({ db, clock }: Services): Promise<void> {
  const now = clock.now()
  for (let from = 0; from < accounts; from += 100)
    await db.transaction().execute(async (tx) => {
      const rows = Array.from({ length: Math.min(100, accounts - from) }, (_, index) =>
        newUserRow({ clock }, { email: `account-${from + index}@example.com` }),
      )
      await tx.insertInto('authUsers').values(rows).execute()
      for (const { id } of rows)
        for (const action of ['user.create', 'user.confirm', 'session.create'] as const)
          await recordAudit(tx, now, { actor: id, action, subject: id })
    })
}

/** How long the process answers no one, at most. */
function watchPauses() {
  let [last, longest] = [performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  return {
    stop() {
      clearInterval(timer)
      return longest
    },
  }
}

process.exitCode = await main()
