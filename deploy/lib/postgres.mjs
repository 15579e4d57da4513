import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { StepError } from '#scripts/run.mjs'
import { SERVICE } from './paths.mjs'

/**
 * Makes the site's user and database in Debian's PostgreSQL, on this machine only, and returns the address for DATABASE_URL. The user may
 * create databases, because a backup is restored beside the data. Until its address is stored, a repetition sets a new password.
 */
export async function preparePostgres() {
  await untilUp()
  const password = randomBytes(24).toString('hex')
  psql(`select 'create role ${SERVICE}' where not exists (select from pg_roles where rolname = '${SERVICE}') \\gexec
    alter role ${SERVICE} login createdb password '${password}';
    select 'create database ${SERVICE} owner ${SERVICE}' where not exists (select from pg_database where datname = '${SERVICE}') \\gexec`)
  return `postgresql://${SERVICE}:${password}@127.0.0.1:${psql('show port')}/${SERVICE}`
}

/** Debian's package starts it, which takes a few seconds. */
async function untilUp() {
  for (let tries = 1; ; tries++)
    try {
      return psql('select 1')
    } catch (error) {
      if (tries === 30) throw error
      await delay(1_000)
    }
}

/** Runs SQL as PostgreSQL's own user: not among the arguments, which every user of the machine can read. */
function psql(sql) {
  const args = ['-u', 'postgres', '--', 'psql', '-qAt', '-v', 'ON_ERROR_STOP=1']
  const { status, stdout, stderr } = spawnSync('runuser', args, { input: sql, encoding: 'utf8', cwd: '/' })
  if (status !== 0)
    throw new StepError(
      'PostgreSQL doesn’t answer. See why: journalctl -u postgresql*. Correct that, restart it, then start again.',
      stderr,
    )
  return stdout.trim()
}
