import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const named = [...read('docs/asvs.md').matchAll(/`([^`]+\.test\.ts)`: “([^”]+)”/g)].map(
  ([, path = '', title = '']) => [path, title] as const,
)

test('docs/asvs.md names tests', () => expect(named.length).toBeGreaterThan(30))

test.each(named)('%s has the test that docs/asvs.md names: %s', (path, title) => {
  expect(read(path)).toContain(title)
})
