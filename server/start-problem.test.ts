import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StoreUnavailable } from '#app/platform/errors.ts'
import { startProblem } from './start-problem.ts'

const dataDir = join(tmpdir(), 'not', 'there', 'yet')
const withCode = (code: string, path?: string) => Object.assign(new Error(`${code}: write`), { code, path })

test.each([
  ['SQLite', withCode('SQLITE_FULL')],
  ['a transaction of SQLite', new StoreUnavailable('not_stored', withCode('SQLITE_FULL'))],
  ['a file beside it', withCode('ENOSPC', join(dataDir, 'secret.key.7'))],
])('A full disk, met by %s, is one line that says which folder, how much is free and how much is needed', (_by, error) => {
  const line = startProblem(error, { dataDir })
  expect(line).toContain(dataDir)
  expect(line).toMatch(/^[^\n]*\d+ MB free, about \d+ MB needed[^\n]*$/)
})

test.each(['EROFS', 'EACCES', 'SQLITE_READONLY', 'SQLITE_CANTOPEN'])(
  'A folder that takes no writes, by %s, is one line that names it',
  (code) => {
    expect(startProblem(withCode(code), { dataDir })).toMatch(/^[^\n]*can’t be written to[^\n]*$/)
  },
)

test('PostgreSQL that is full or away is one line about it, not about the folder', () => {
  const postgres = { dataDir, databaseUrl: 'postgresql://127.0.0.1/site' }
  for (const code of ['53100', 'ECONNREFUSED', '57P03', '3D000'])
    expect(startProblem(new StoreUnavailable('unavailable', withCode(code)), postgres)).toMatch(/^PostgreSQL[^\n]*$/)
})

test('Anything else is left for a developer, with its stack', () => {
  expect(startProblem(new TypeError('x is not a function'), { dataDir })).toBeUndefined()
  expect(startProblem(withCode('EACCES', '/somewhere/else'), { dataDir })).toBeUndefined()
})
