import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

it('A table is RFC 4180: a header row, each line ended, quotes where they are needed', () => {
  const rows = [
    ['plain', 1],
    ['a, b', -2.5],
    ['said "so"', 0],
    ['two\r\nlines', 3],
  ]
  expect(csvOf(['Name', 'Count'], rows)).toBe('Name,Count\r\nplain,1\r\n"a, b",-2.5\r\n"said ""so""",0\r\n"two\r\nlines",3\r\n')
  expect(csvOf(['Name', 'Count'], [])).toBe('Name,Count\r\n')
})

it.each(['=1+1', '+44 20', '-1', '@sum(a1)', '\t=1', '\r=1', `=HYPERLINK("https://evil.example","x")`])('%j is no formula', (text) => {
  const [, cell = ''] = csvOf(['x'], [[text]]).split(/\r\n(.*)/s)
  expect(cell.replace(/^"/, '')).toMatch(/^'/)
})
