import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { claims } from '#content/claims.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

interface Excused {
  file: string
  /** As it stands there; the whole file, where it is left out. */
  text?: string
}

/** Figures that are no claim of ours where they stand, each with the reason. Nothing else is excused. */
const noClaims: readonly (Excused & { why: string })[] = [
  { file: 'app/routes/dev/ui.tsx', why: 'shows every part of the look to developers, with words that nobody else reads' },
  { file: 'app/routes/public/home.tsx', text: '24 hour plumber', why: 'what people search for' },
  { file: 'app/routes/public/llms.ts', text: '24 hours a day', why: 'always open, in words; the other 24 hours are a call-back' },
  { file: 'app/routes/public/llms.ts', text: 'per 15 minutes', why: 'the unit of the rate card’s price' },
  { file: 'app/features/pricing/rules.ts', text: 'for each 15 minutes', why: 'the unit of the rate card’s price' },
  { file: 'app/features/pricing/components/pricing-page.tsx', text: 'Each further 15 minutes', why: 'the unit of the rate card’s price' },
  { file: 'app/features/pricing/calculator.ts', text: '30 minutes or less', why: 'how long the visitor thinks that it takes' },
  { file: 'app/features/home/components/proof.tsx', text: '45 minutes under a sink', why: 'a drawn example, marked so' },
  { file: 'app/features/booking/answers.ts', text: 'the next 12 months', why: 'how far ahead the form takes dates' },
]

// --- What a figure looks like ---

const units: Readonly<Record<string, string>> = { minutes: 'min(?:ute)?s?', seconds: 'sec(?:ond)?s?' }
const words: Readonly<Record<string, string>> = {
  4: 'four',
  5: 'five',
  7: 'seven',
  12: 'twelve',
  15: 'fifteen',
  20: 'twenty',
  24: 'twenty-four',
  25: 'twenty-five',
  30: 'thirty',
  45: 'forty-five',
  60: 'sixty',
  90: 'ninety',
}
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Every way in which somebody might type a figure of the ledger. */
function spellingsOf(figure: string): RegExp {
  const [, count = '', unit = ''] = /^(\d+) ([a-z]+)$/.exec(figure) ?? []
  if (unit) {
    const range = '(?:\\s*(?:to|or|and|-|–)\\s*\\d+)?'
    return new RegExp(
      `(?<![\\d.:£])(?:${count}|${words[count] ?? count})${range}[\\s-]+(?:[a-z]+\\s+)?${units[unit] ?? unit.replace(/s$/, 's?')}(?![a-z])`,
      'i',
    )
  }
  if (/^£\d+M$/.test(figure)) return new RegExp(`${literally(figure.slice(0, -1))}\\s?m(?:illion)?(?![a-z])`, 'i')
  if (figure.startsWith('£')) return new RegExp(`${literally(figure)}(?:\\.00)?(?![\\d.,]*\\d|M)`)
  if (figure.endsWith('%')) return new RegExp(`(?<![\\d.])${figure.slice(0, -1)}\\s?(?:%|per\\s?cent)`, 'i')
  return new RegExp(`(?<![\\d.])${literally(figure)}(?![\\d]|\\.\\d)`)
}

const figures = [...new Set(claims().flatMap(({ figures: own = [] }) => own))].map((figure) => ({ figure, spellings: spellingsOf(figure) }))

const figuresIn = (text: string): string[] => figures.filter(({ spellings }) => spellings.test(text)).map(({ figure }) => figure)

// --- What a source says ---

interface Node {
  type: string
  [field: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode)

/** Where something else stands: no word of the source runs across it. */
const GAP = '\u0000'
const inline = new Set(['b', 'i', 'em', 'strong', 'span', 'small', 'mark', 'abbr', 'sup', 'sub'])
/** Attributes that say nothing to anybody. */
const silent = new Set([
  'className',
  'd',
  'viewBox',
  'points',
  'transform',
  'href',
  'src',
  'srcSet',
  'sizes',
  'id',
  'width',
  'height',
  'style',
])

/** What an expression says as far as the source knows it: pieces that are joined on the page are joined here. */
function saidBy(node: unknown): string {
  if (!isNode(node)) return GAP
  switch (node.type) {
    case 'Literal':
      return 'regex' in node ? GAP : String(node.value)
    case 'TemplateLiteral': {
      const quasis = node.quasis as { value: { cooked: string } }[]
      const between = node.expressions as Node[]
      return quasis.map(({ value }, at) => value.cooked + (at < between.length ? saidBy(between[at]) : '')).join('')
    }
    case 'BinaryExpression':
      return node.operator === '+' ? saidBy(node.left) + saidBy(node.right) : GAP
    case 'JSXText':
      return String(node.value)
    case 'JSXExpressionContainer':
      return saidBy(node.expression)
    case 'JSXElement':
    case 'JSXFragment': {
      const name = ((node.openingElement as Node | undefined)?.name as { name?: string } | undefined)?.name
      const said = (node.children as Node[]).map(saidBy).join('')
      return name === undefined || inline.has(name) ? said : GAP + said + GAP
    }
    default:
      return GAP
  }
}

/** Whatever a source says to people: strings, templates and elements, the outermost of each, without comments, imports and types. */
function saidIn(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const said: string[] = []
  const visit = (node: Node, isSaid: boolean) => {
    if (/^(Import|ExportAll|TS(Type|Interface|Literal))/.test(node.type)) return
    if (node.type === 'JSXAttribute' && silent.has(String((node.name as Node).name))) return
    const says = isText(node)
    if (says && !isSaid) said.push(saidBy(node).replaceAll('&amp;', '&').replace(/\s+/g, ' '))
    // Below what was joined, only what it did not know is looked at: expressions of its own.
    for (const child of childrenOf(node)) visit(child, says || (isSaid && node.type === 'JSXExpressionContainer'))
  }
  visit(program as unknown as Node, false)
  return said
}

const isText = ({ type, operator, value }: Node) =>
  (type === 'Literal' && typeof value === 'string') ||
  type === 'TemplateLiteral' ||
  type === 'JSXElement' ||
  type === 'JSXFragment' ||
  (type === 'BinaryExpression' && operator === '+')

const sources = [
  ...globSync('app/**/*.{ts,tsx}', { cwd: ROOT }).map((path) => path.replaceAll('\\', '/')),
  ...['home', 'boiler', 'business'].map((name) => `content/${name}.ts`),
].filter((path) => !/\.test\.tsx?$/.test(path))

const said = sources.flatMap((file) => saidIn(file, readFileSync(join(ROOT, file), 'utf8')).map((text) => ({ file, text })))

/** Without what is excused there. */
const judged = ({ file, text }: { file: string; text: string }) =>
  noClaims
    .filter((excused) => excused.file === file)
    .reduce((rest, excused) => (excused.text === undefined ? '' : rest.replaceAll(excused.text, GAP)), text)

describe('A figure that we claim', () => {
  test('is typed by hand nowhere', () => {
    const byHand = said.flatMap((one) => figuresIn(judged(one)).map((figure) => `${one.file}: ${figure}: ${one.text.replaceAll(GAP, '…')}`))
    expect(byHand).toEqual([])
    for (const file of ['app/root.tsx', 'app/features/home/components/hero.tsx', 'content/home.ts']) expect(sources).toContain(file)
    expect(said.length).toBeGreaterThan(1_000)
  })

  test('is excused only where it stands', () => {
    const stale = noClaims.filter(
      (excused) => !said.some(({ file, text }) => file === excused.file && (excused.text === undefined || text.includes(excused.text))),
    )
    expect(stale).toEqual([])
    for (const { text } of noClaims) if (text) expect([text, figuresIn(text)]).not.toEqual([text, []])
  })

  test.each([
    ['96%', '96% fixed', '96 per cent'],
    ['£2M', '£2M insured', '£2m', '£2 million'],
    ['£50', '£50 off', '£50.00', '(£50)'],
    ['12 months', '12-month guarantee', '12 months', 'twelve months'],
    ['60 minutes', 'under 60 minutes', '60 min', '60-minute', 'sixty minutes'],
    ['60 seconds', 'Book in 60 sec', '60 seconds'],
    ['15 minutes', 'within 15 minutes', '15 to 30 minutes', '15-30 min', 'fifteen minutes'],
    ['7 days', '7 days', 'a 7-day refund', 'seven days'],
    ['24 hours', 'within 24 hours', '24-hour call-back'],
    ['24/7', 'Available 24/7'],
    ['4.9', 'Rated 4.9', '4.9/5'],
    ['347', '347 reviews'],
    ['5 slots', '5 slots', 'five slots a day', 'five free slots'],
    ['20 boroughs', 'Twenty boroughs', '20 London boroughs'],
    ['30 boroughs', 'thirty boroughs'],
    ['£119', '£119', '£119.00'],
    ['25%', '25% off'],
    ['100%', '100% satisfaction'],
  ])('%s is known however it is spelled', (figure, ...spellings) => {
    for (const spelling of spellings) expect([spelling, figuresIn(spelling)]).toEqual([spelling, expect.arrayContaining([figure])])
  })

  test.each(['196%', '£500', '£50.75', '£20M', '160 minutes', '112 months', '2:15 minutes', '1347', '14.9', '£1,024.50', '30 minuets'])(
    'is not %s, which only looks like one',
    (text) => {
      expect(figuresIn(text)).toEqual([])
    },
  )

  test.each([
    `const a = <p>96% fixed</p>`,
    `const a = <p>{'96%'} fixed</p>`,
    `const a = <p>{96}% fixed</p>`,
    `const a = <p>{\`\${96}% fixed\`}</p>`,
    `const a = <p><b>96</b>% fixed</p>`,
    `const a = <p>{isFixed ? '96%' : 'most'} fixed</p>`,
    `const a = <p>{isFixed && <b>96% fixed</b>}</p>`,
    `const a = <Figure label="96% fixed" />`,
    `const a = <img alt={'96% fixed'} />`,
    `const a = { figure: '96' + '%' }`,
    `const a = \`\${b ? \`96%\` : c} fixed\``,
    `const a = points.map((point) => <li>{point} 96%</li>)`,
    `export default { text: ['96% fixed'] }`,
  ])('is found in %s', (source) => {
    expect(saidIn('a.tsx', source).flatMap(figuresIn)).toContain('96%')
  })

  test.each([
    `// 96% fixed`,
    `import a from './96%.svg?url'`,
    `const a = <p className="w-[96%]" />`,
    `const a = <path d="M4.9 347" />`,
    `const a = <p>{\`\${firstVisitFixPercent}% fixed\`}</p>`,
    `const a = <ul><li>12</li><li>months</li></ul>`,
    `type A = '96%'`,
  ])('is not found in %s', (source) => {
    expect(saidIn('a.tsx', source).flatMap(figuresIn)).toEqual([])
  })
})
