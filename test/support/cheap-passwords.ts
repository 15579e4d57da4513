import { passwordCost } from '#app/platform/passwords.ts'

/*
 * Makes password hashing cheap for tests with a database; each hash records its own cost. Password hashing's own tests check the real cost,
 * and built servers under test hash as on the site.
 */
Object.assign(passwordCost, { memory: 16, passes: 1 })
