import { expect, it } from 'vitest'
import { importCsv, spreadsheetCsv } from './csv.ts'

it('A table is RFC 4180: a header row, each line ended, quotes where they are needed', () => {
  const rows = [
    ['plain', 1],
    ['a, b', -2.5],
    ['said "so"', 0],
    ['two\r\nlines', 3],
  ]
  expect(importCsv(['Name', 'Count'], rows)).toBe('Name,Count\r\nplain,1\r\n"a, b",-2.5\r\n"said ""so""",0\r\n"two\r\nlines",3\r\n')
  expect(importCsv(['Name', 'Count'], [])).toBe('Name,Count\r\n')
})

it.each(['=1+1', '+44 20', '\t=1', '＝1+1', '＋1', '＠a'])('%j is no formula', (text) => {
  for (const write of [importCsv, spreadsheetCsv]) {
    const [, cell = ''] = write(['x'], [[text]]).split(/\r\n(.*)/s)
    expect(cell.replace(/^"/, '')).toMatch(/^'/)
  }
})

it('A cell stays one where semicolons or tabs part cells', () => {
  expect(importCsv(['x', 'y'], [['a;=1+1', 'b\t=2+2']])).toBe('x,y\r\n"a;=1+1","b\t=2+2"\r\n')
})

it('reads the same in a Windows code page and as UTF-8, with the mark that says so, or in ASCII', () => {
  const cells = ['2 × 30 minutes at £98', 'Zoë Łaska–Strauß', '王小明', 'O’Brien “Bo”']
  const opened = new TextEncoder().encode(spreadsheetCsv(['x'], [cells]))
  expect([...opened.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(opened)).toContain(cells[0])
  // Excel without the mark.
  expect(new TextDecoder('windows-1252').decode(opened.slice(3))).toContain('2 Ã— 30 minutes at Â£98')
  const imported = new TextEncoder().encode(importCsv(['x'], [cells]))
  const read = ['windows-1252', 'utf-8', 'macintosh'].map((encoding) => new TextDecoder(encoding).decode(imported))
  expect(new Set(read)).toEqual(new Set([`x\r\n2 x 30 minutes at GBP 98,Zoe Laska-Strauss,???,"O'Brien ""Bo"""\r\n`]))
})
