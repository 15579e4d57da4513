import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createPdf, type PdfContents } from './pdf.ts'

const contents = (changes: Partial<PdfContents> = {}): PdfContents => ({
  title: 'Bill 2026-0001',
  blocks: [
    { lines: ['Emergency Plumbers London', '1 High Street'] },
    { facts: [['Customer', 'Łukasz Żółkiewski']] },
    {
      caption: 'What it’s for',
      figures: [
        { label: 'Materials', detail: '2 × Valve', figure: '£47.50' },
        { label: 'Total', figure: '£142.50', isTotal: true },
      ],
    },
  ],
  foot: 'Call us any time',
  now: new Date('2026-11-24T10:00:00Z'),
  ...changes,
})

/** The uncompressed streams of a PDF. */
function streamsOf(pdf: Buffer): string[] {
  const [text, streams] = [pdf.toString('latin1'), [] as string[]]
  for (const { index } of text.matchAll(/\/FlateDecode[\s\S]*?stream\r?\n/g)) {
    const begin = text.indexOf('stream', index) + 'stream'.length
    const from = begin + (text[begin] === '\r' ? 2 : 1)
    streams.push(inflateSync(pdf.subarray(from, text.indexOf('endstream', from))).toString('latin1'))
  }
  return streams
}

test('A document is tagged, has a title and a language, and brings its fonts', async () => {
  const pdf = (await createPdf(contents())).toString('latin1')
  expect(pdf.slice(0, 8)).toBe('%PDF-1.7')
  expect(pdf).toMatch(/\/MarkInfo\s*\d+ 0 R|\/Marked true/)
  expect(pdf).toContain('/Lang (en-GB)')
  expect(pdf).toContain('/DisplayDocTitle true')
  expect(pdf).toMatch(/FamiljenGrotesk-Bold/)
  expect(pdf.match(/\/FontFile2/g)?.length).toBe(3)
  for (const type of ['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']) expect(pdf, type).toContain(`/S /${type}`)
  // Text that is only drawn isn't read by screen readers.
  expect(streamsOf(await createPdf(contents())).join()).toContain('/Artifact')
})

test('The same contents are the same bytes, but for the id of the file', async () => {
  const [one, other] = [await createPdf(contents()), await createPdf(contents())]
  expect(one.length).toBe(other.length)
})

test('A long list goes on over the page’s end', async () => {
  const figures = Array.from({ length: 60 }, (_, at) => ({ label: `Line ${at}`, figure: '£1.00' }))
  const pdf = (await createPdf(contents({ blocks: [{ caption: 'Lines', figures }] }))).toString('latin1')
  expect(Number(/\/Count (\d+)/.exec(pdf)?.[1])).toBeGreaterThan(1)
})
