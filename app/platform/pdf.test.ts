import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readPdf } from '#test/support/read-pdf.ts'
import { createPdf, type PdfContents } from './pdf.ts'

const contents = (changes: Partial<PdfContents> = {}): PdfContents => ({
  from: { name: 'Emergency Plumbers London', code: 'E1', lines: ['1 High Street'] },
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

test('A document that says the same is not drawn again, however often and whenever it is asked for; another is', async () => {
  const [first, ...others] = await Promise.all([contents(), contents({ now: new Date('2026-11-25T10:00:00Z') })].map(createPdf))
  expect(others.every((each) => each === first)).toBe(true)
  expect(await createPdf(contents({ foot: 'Call us at night' }))).not.toBe(first)
})

/** A name in each script, as its owner types it. */
const names = [
  ...['Łukasz Żółkiewski', 'Nguyễn Thị Hương', 'Παπαδόπουλος Γεώργιος', 'Дмитрий Щербаков Їжак', 'Ọ́látúnjí'],
  ...['محمد عبد الله السيّد', 'شاہین گُل', 'דוד כהן', 'שָׁלוֹם', 'אבו (דוד) 12-14'],
  ...['王小明 陳大文', 'さくら 直樹', '김민수 박지영', 'สมชาย ที่อยู่ น้ำ', 'क्षत्रिय श्रीनिवास विश्वनाथन'],
  ...['মোহাম্মদ শ্রীকৃষ্ণ', 'ગુજરાતી', 'ਗੁਰਪ੍ਰੀਤ', 'சுப்பிரமணியம்', 'తెలుగు', 'മലയാളം', 'ශ්‍රී ලංකා', 'አበበ', '😀 👨‍👩‍👧'],
]

test('A name in any script is drawn with embedded fonts, and read from the file as it was typed', async () => {
  const read = await readPdf(await createPdf(contents({ blocks: [{ facts: names.map((name, at) => [`Name ${at}`, name]) }] })))
  const values = read.tags.filter(({ role }) => role === 'TD').map(({ text }) => text)
  expect(values).toEqual(names)
  expect(read.fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true)
})

test('What was typed beside a name from right to left keeps its place if it is set apart', async () => {
  const lines = ['\u2068محمد علي\u2069, \u206807700 900123\u2069', '\u2068שלום\u2069, \u206812 High Street\u2069']
  const { text } = await readPdf(await createPdf(contents({ blocks: [{ lines }] })))
  expect(text).toContain('محمد علي, 07700 900123')
  expect(text).toContain('שלום, 12 High Street')
})

test('No character is drawn without a glyph: one that no font has is shown by its code', async () => {
  const odd = ['a\u0f56b', '\ue000', '\ud800', '\u{1f1ec}\u{1f1e7}', 'x\u0000\u0007y', '\u{e0001}z', '\u200e\ufeff', 'ب\u0f56ت', 'ก\u0378']
  const pdf = await createPdf(
    contents({ title: [...odd, ...names].join(' '), blocks: [{ lines: odd }, { facts: [['Names', names.join(' ')]] }] }),
  )
  const drawn = streamsOf(pdf).flatMap((stream) => [...stream.matchAll(/<([\da-f]+)> -?[\d.]+\s*(?:<|\])/g)].map(([, codes = '']) => codes))
  expect(drawn.length).toBeGreaterThan(50)
  expect(drawn.filter((codes) => /^(?:.{4})*?0000/.test(codes))).toEqual([])
  const { text } = await readPdf(pdf)
  for (const mark of ['a[U+0F56]b', '[U+E000]', '[U+0378]', '[U+D800]', '[U+1F1EC]', 'x y']) expect(text).toContain(mark)
})

test('Long words and scripts without spaces are broken at the end of a line', async () => {
  const blocks = [{ lines: ['北京市朝阳区建国路八十八号'.repeat(9), 'w'.repeat(300), 'ที่อยู่ปรีชาญ'.repeat(20)] }]
  const pdf = await createPdf(contents({ title: 'Long', blocks, foot: '' }))
  const ends = streamsOf(pdf).flatMap((stream) =>
    [...stream.matchAll(/1 0 0 1 (\d+(?:\.\d+)?) [\d.]+ Tm/g)].map(([, left]) => Number(left)),
  )
  expect(ends.length).toBeGreaterThan(10)
  const { text } = await readPdf(pdf)
  expect(text.replaceAll(' ', '')).toContain(blocks[0]?.lines.join(''))
})

test('A long list goes on over the page’s end', async () => {
  const figures = Array.from({ length: 60 }, (_, at) => ({ label: `Line ${at}`, figure: '£1.00' }))
  const pdf = (await createPdf(contents({ blocks: [{ caption: 'Lines', figures }] }))).toString('latin1')
  expect(Number(/\/Count (\d+)/.exec(pdf)?.[1])).toBeGreaterThan(1)
})
