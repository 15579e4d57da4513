import { passwordCost } from '#app/platform/passwords.ts'

/*
 * For tests with a database: to hash a password costs next to nothing, as a hash says its own cost. What it costs on the site is proved by
 * app/platform/passwords.test.ts, and built servers under test hash as on the site.
 */
Object.assign(passwordCost, { memory: 16, passes: 1 })
