import { writeSync } from 'node:fs'
import { askForReviews } from '#app/features/aftercare/ask-for-reviews.server.ts'
import { chainAudit } from '#app/platform/audit.ts'
import { readConfig } from '#app/platform/config.ts'
import { createServices } from '#app/platform/create-services.ts'
import { openPostgres } from '#app/platform/database.ts'

/*
 * A separate process that asks for reviews. Configured by the environment, as the server is, and by
 * NOW and STOP_AT: before so many uses of the database it stops where it is, prints 'stopped', and waits to be killed. Prints 'done' if it
 * needs no more.
 */

const { STOP_AT = '0', NOW = '', ...env } = process.env
const config = readConfig(env)
if (!config.databaseUrl) throw new Error('DATABASE_URL is needed: an embedded database has one process')
const database = openPostgres(config.databaseUrl)
const services = createServices(config, database, { clock: { now: () => new Date(NOW) } })

let left = Number(STOP_AT)
const db = services.db.withPlugin({
  transformQuery({ node }) {
    if (left-- === 0) {
      writeSync(1, 'stopped\n')
      // The whole process, with its open transactions.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    }
    return node
  },
  transformResult: async ({ result }) => result,
})
chainAudit(db, services.secrets)
const mortal = { ...services, db }
await askForReviews(mortal)
await database.db.destroy()
process.stdout.write('done\n')
process.exit(0)
