import process from 'node:process'
import { renewFirstOwnerLink } from '#app/features/accounts/first-owner-link.server.ts'
import { readBackupViews } from '#app/features/running/read-backups.server.ts'
import { createServices } from '#app/platform/create-services.ts'
import { openDatabase } from '#app/platform/database.ts'
import { openingOf } from '#app/platform/opening.ts'
import { days, later, systemClock } from '#app/values/clock.ts'
import { readBackupConfig } from '#scripts/data-config.mjs'
import { runMain } from '#scripts/run.mjs'

/**
 * Prints facts that only the data has, as JSON, while the server runs: the emergency phone; with --owner-link, a new link for the first
 * owner if there is no owner yet; else backups, missing details, and what went wrong in the last day.
 */
async function main() {
  const config = readBackupConfig()
  const database = openDatabase(config)
  try {
    const services = createServices(config, database, { clock: systemClock })
    await services.published.refresh()
    const facts = process.argv.includes('--owner-link') ? { ownerLink: await renewFirstOwnerLink(services) } : await conditionOf(services)
    process.stdout.write(JSON.stringify({ phone: services.published.current().details.emergencyPhone, ...facts }))
  } finally {
    await database.db.destroy()
  }
}

async function conditionOf(services) {
  const { db, clock } = services
  const since = later(clock.now(), -days(1))
  const alarms = await db
    .selectFrom('monitorRounds')
    .select('kind')
    .where('kind', 'in', ['disk', 'unsent', 'backup-late'])
    .where('claimedAt', '>', since)
    .execute()
  const errors = await db
    .selectFrom('errorGroups')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('lastSeenAt', '>', since)
    .where('resolvedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    backups: await readBackupViews(services),
    missingDetails: openingOf(services).missing.map(({ label }) => label),
    alarms: alarms.map(({ kind }) => kind),
    errors: Number(errors.count),
  }
}

await runMain(main)
