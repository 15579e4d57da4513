import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tries } from '#test/support/depth.ts'
import { blocksOf, linesOf, type Run, readingMinutes } from './post-text.ts'

const plain = (text: string): Run => ({ text, bold: false })
const bold = (text: string): Run => ({ text, bold: true })

/** The text as an author would type it. */
const written = (lines: Run[][]) => lines.map((runs) => runs.map((run) => (run.bold ? `**${run.text}**` : run.text)).join('')).join('\n')

/** Texts made mostly of characters that have a meaning in the markup. */
const anyText = fc.oneof(
  fc
    .array(
      fc.constantFrom('*', '**', '***', '\n', '\r', '\r\n', ' ', '- ', 'a', 'b', '<b', '</script>', '&lt;', '\u202e', '\0', '😀', 'null'),
      {
        maxLength: 40,
      },
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
)

describe('The lines of a text', () => {
  it.each([
    ['', [[]]],
    ['a **b** c', [[plain('a '), bold('b'), plain(' c')]]],
    ['a\r\nb\rc\n\nd', [[plain('a')], [plain('b')], [plain('c')], [], [plain('d')]]],
    // Marks don't span lines.
    ['**a\nb**', [[plain('**a')], [plain('b**')]]],
    ['**a **b** c**', [[bold('a '), plain('b'), bold(' c')]]],
    ['**a** b **c', [[bold('a'), plain(' b **c')]]],
    ['***', [[plain('***')]]],
    ['a****b**c**', [[plain('a****b'), bold('c')]]],
    ['***a***', [[bold('*a'), plain('*')]]],
    ['<b>**<script>**&lt;', [[plain('<b>'), bold('<script>'), plain('&lt;')]]],
  ])('of %j are %j', (text, lines) => {
    expect(linesOf(text)).toEqual(lines)
  })

  it('hold everything that was written, and nothing else', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = linesOf(text)
        expect(written(lines)).toBe(text.replace(/\r\n|\r/g, '\n'))
        for (const runs of lines)
          for (const [at, run] of runs.entries()) {
            expect(run.text).not.toBe('')
            expect(run.text).not.toMatch(/[\r\n]/)
            if (!run.bold) expect(runs[at + 1]?.bold).not.toBe(false)
          }
      }),
      { numRuns: tries(75, 300) },
    )
  })

  // Quadratic parsing would take minutes here, and the test would time out.
  const many = tries(125_000, 500_000)
  it.each([
    ['asterisks in one line', '*'.repeat(4 * many), 1, 1],
    ['marks in one line', '**a'.repeat(many), 1, many],
    ['marks without a partner, each in a line', '**a\n'.repeat(many), many + 1, many],
    ['characters in one line', 'x'.repeat(10 * many), 1, 1],
  ])('of a very long text cost no more than it is long: %s', { timeout: 60_000 }, (_, text, lineCount, runCount) => {
    const lines = linesOf(text)
    expect(lines).toHaveLength(lineCount)
    expect(lines.flat()).toHaveLength(runCount)
    expect(written(lines)).toHaveLength(text.length)
    expect(blocksOf(text)).not.toEqual([])
  })
})

describe('The blocks of an article', () => {
  it('are headings, paragraphs and points, as staff would type them', () => {
    const text = [
      'Intro',
      'goes on',
      '',
      '**In a house**',
      'Look **here**:',
      '- one',
      '- **two**',
      '',
      '- three',
      'after',
      '  ',
      '**End**',
    ].join('\n')
    expect(blocksOf(text)).toEqual([
      { paragraph: [[plain('Intro')], [plain('goes on')]] },
      { heading: 'In a house' },
      { paragraph: [[plain('Look '), bold('here'), plain(':')]] },
      { points: [[plain('one')], [plain(''), bold('two')]] },
      { points: [[plain('three')]] },
      { paragraph: [[plain('after')]] },
      { heading: 'End' },
    ])
  })

  it('take a heading for one with spaces around it, and bold within a line for none', () => {
    expect(blocksOf(' **A** \n**B** and more\n** **')).toEqual([{ heading: 'A' }, { paragraph: [[bold('B'), plain(' and more')]] }])
    expect(blocksOf('**A** **B**\n- ')).toEqual([{ paragraph: [[bold('A'), plain(' '), bold('B')], [plain('- ')]] }])
  })

  it('hold every word of the text, in its order', { timeout: 60_000 }, () => {
    const words = (text: string) => text.replace(/[\s*-]+/g, '')
    const said = (runs: Run[]) => runs.map(({ text }) => text).join('')
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = blocksOf(text).map((block) => {
          if ('heading' in block) return block.heading
          return ('points' in block ? block.points : block.paragraph).map(said).join('')
        })
        expect(words(shown.join(''))).toBe(words(text))
        expect(shown).not.toContain('')
      }),
      { numRuns: tries(75, 300) },
    )
  })
})

describe('The minutes of reading', () => {
  it.each([
    ['', 1],
    ['one word', 1],
    ['word '.repeat(329).trim(), 1],
    ['word '.repeat(330).trim(), 2],
    ['word\n\n'.repeat(2_200).trim(), 10],
  ])('of a text are whole and at least one: %#', (text, minutes) => {
    expect(readingMinutes(text)).toBe(minutes)
  })
})
