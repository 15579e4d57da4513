import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Services } from '#app/platform/services.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import { tries } from '#test/support/depth.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onEachEngine } from '#test/support/world.ts'
import { type Column, columns, parseRowsQuery } from './query-rows.ts'
import { countRows, readRows } from './read-rows.ts'

// A second implementation of filters and orders, on rows in memory.

type Value = string | boolean | null
type Row = Record<Column, Value>
const operators = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'in', 'is'] as const

interface Asked {
  column: Column
  operator: (typeof operators)[number]
  negated: boolean
  /** The values that the row's value is compared with. */
  values: Value[]
  /** The same as written by a client. */
  text: string
}

interface Sorting {
  column: Column
  descending: boolean
  nulls: 'first' | 'last' | undefined
}

interface Question {
  filters: Asked[]
  sortings: Sorting[]
  offset: number
  limit: number
}

const bytes = (value: string | boolean) => (typeof value === 'boolean' ? Buffer.of(Number(value)) : Buffer.from(value))
const compare = (one: string | boolean, other: string | boolean) => Buffer.compare(bytes(one), bytes(other))
const lowerAscii = (text: string) => text.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32))

/** Whether a text matches a pattern, tried in every way that the pattern's start can match. */
function isLike(text: readonly string[], pattern: readonly string[]): boolean {
  const [sign, ...rest] = pattern
  if (sign === undefined) return text.length === 0
  if (sign === '*' || sign === '%') return isLike(text, rest) || (text.length > 0 && isLike(text.slice(1), pattern))
  if (text.length === 0) return false
  if (sign === '\\' && rest.length > 0) return text[0] === rest[0] && isLike(text.slice(1), rest.slice(1))
  return (sign === '_' || sign === text[0]) && isLike(text.slice(1), rest)
}

/** Whether a filter matches a row; null where SQL's result is unknown, which doesn't match either. */
function finds(row: Row, { column, operator, negated, values, text }: Asked): boolean | null {
  const [value, other = null] = [row[column], ...values]
  const opposite = (holding: boolean) => holding !== negated
  if (operator === 'is') return opposite(text === 'not_null' ? value !== null : value === other)
  if (operator === 'in' && values.length === 0) return opposite(false)
  if (value === null) return null
  if (operator === 'in') return opposite(values.includes(value))
  if (other === null) throw new Error('Nothing else compares with null.')
  if (operator === 'like') return opposite(isLike([...String(value)], [...String(other)]))
  if (operator === 'ilike') return opposite(isLike([...lowerAscii(String(value))], [...lowerAscii(String(other))]))
  const difference = compare(value, other)
  const [less, same] = [difference < 0, difference === 0]
  return opposite({ eq: same, neq: !same, gt: !less && !same, gte: !less, lt: less, lte: less || same }[operator])
}

/** Rows in the requested order; ties by id, descending. */
function sorted(rows: Row[], sortings: Sorting[]): Row[] {
  const byId: Sorting = { column: 'id', descending: true, nulls: undefined }
  return rows.toSorted((one, other) => {
    for (const { column, descending, nulls = descending ? 'first' : 'last' } of [...sortings, byId]) {
      const [a, b] = [one[column], other[column]]
      if (a === null && b === null) continue
      if (a === null || b === null) return (a === null) === (nulls === 'first') ? -1 : 1
      if (compare(a, b) !== 0) return descending ? compare(b, a) : compare(a, b)
    }
    return 0
  })
}

// Few texts, so that they coincide, with characters that are special in patterns, lists, SQL, URLs or collations.

const sign = fc.constantFrom(...'aAbBzZ01éÉßİ李😀\uffee\'"`,%*_\\()[]?^-!. :;\n\t{}&=+#|$')
const anyText = fc.array(sign, { maxLength: 4 }).map((signs) => signs.join(''))
const halfHour = 1_800_000
const instant = fc
  .integer({ min: 0, max: 9 })
  .map((step) => new Date(Date.UTC(2026, 2, 29, 0, 30) + step * halfHour + (step % 2)).toISOString())
const flag = (yes: number) => fc.integer({ min: 1, max: 4 }).map((drawn) => (drawn <= yes ? 1 : 0) as 0 | 1)

const posts = fc.array(anyText, { minLength: 4, maxLength: 4 }).chain((pool) => {
  const text = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...pool) }, { weight: 1, arbitrary: anyText })
  const post = fc.record({
    title: text.map((end) => `a${end}`),
    slug: text,
    category: text,
    excerpt: text,
    content: text,
    metaDescription: text,
    keywords: text,
    author: text,
    published: flag(3),
    featured: flag(2),
    createdAt: instant,
    updatedAt: instant,
    publishedAt: fc.option(instant),
    madeFrom: fc.constant(null),
  })
  return fc.array(post, { minLength: 8, maxLength: 8 })
})

/** A post as a reader sees it. */
const shown = (post: BlogPostsTable): Row =>
  Object.fromEntries(
    Object.entries(columns).map(([column, { field, type }]) => [column, type === 'boolean' ? post[field] === 1 : post[field]]),
  ) as Row

const columnsOf = (type: string) => (Object.keys(columns) as Column[]).filter((column) => columns[column].type === type)
const texts = columnsOf('text')
const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`
const toggled = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))

/** A timestamp in the formats of other clients. */
const written = [
  (at: string) => at,
  (at: string) => at.replace('Z', '+00:00'),
  (at: string) => at.replace('T', ' ').replace(/(\.000)?Z/, ''),
  (at: string) => new Date(Date.parse(at) + 11 * halfHour).toISOString().replace('Z', '+05:30'),
]

/** A comparison of one of these columns with one value, or with a list. */
function comparing(among: Column[], value: fc.Arbitrary<{ value: string | boolean; text: string }>) {
  const column = fc.constantFrom(...among)
  const one = fc
    .record({ column, operator: fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte'), value })
    .map(({ value: { value, text }, ...asked }) => ({ ...asked, values: [value], text }))
  const several = fc.record({ column, list: fc.array(value, { maxLength: 3 }) }).map(({ column, list }) => ({
    column,
    operator: 'in' as const,
    values: list.map((each) => each.value),
    text: `(${list.map((each) => quoted(each.text))})`,
  }))
  return fc.oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: several })
}

/** A pattern that matches a text or nearly does: a part between wildcards, one character left open, another letter case. */
const patternOf = (known: fc.Arbitrary<string>) =>
  fc
    .record({
      text: known,
      cut: fc.tuple(fc.nat(2), fc.nat(2)),
      open: fc.nat(5),
      ends: fc.tuple(fc.constantFrom('', '*', '%'), fc.constantFrom('', '*', '%', '\\')),
      escaped: fc.boolean(),
      otherCase: fc.boolean(),
    })
    .map(({ text, cut, open, ends, escaped, otherCase }) => {
      const kept = [...text].slice(cut[0], [...text].length - cut[1])
      const signs = kept.map((each, at) => (at === open ? '_' : escaped ? each.replace(/[*%_\\]/, '\\$&') : each)).join('')
      return `${ends[0]}${otherCase ? toggled(signs) : signs}${ends[1]}`
    })

const isOf = (among: Column[], values: (boolean | null)[], text: string) =>
  fc.constantFrom(...among).map((column) => ({ column, operator: 'is' as const, values, text }))

/** Filters whose values mostly occur in the rows, so that some rows match. */
function filterOf(rows: Row[]): fc.Arbitrary<Asked> {
  const known = (among: Column[]) => fc.constantFrom(...rows.flatMap((row) => among.map((column) => String(row[column]))))
  const text = fc.oneof({ weight: 4, arbitrary: known(texts) }, { weight: 1, arbitrary: anyText })
  const like = fc
    .record({ column: fc.constantFrom(...texts), operator: fc.constantFrom('like', 'ilike'), pattern: patternOf(text) })
    .map(({ pattern, ...asked }) => ({ ...asked, values: [pattern], text: pattern }))
  const is = fc.oneof(
    isOf(['published_at', 'title'], [null], 'null'),
    isOf(['published_at', 'title'], [null], 'not_null'),
    isOf(columnsOf('boolean'), [true], 'true'),
    isOf(columnsOf('boolean'), [false], 'FALSE'),
  )
  const ids = known(['id']).map((value) => ({ value, text: value.toUpperCase() }))
  const flags = fc.boolean().map((value) => ({ value, text: value ? 'Yes' : 'off' }))
  const instants = fc
    .record({ value: instant, write: fc.constantFrom(...written) })
    .map(({ value, write }) => ({ value, text: write(value) }))
  const filter = fc.oneof(
    {
      weight: 4,
      arbitrary: comparing(
        texts,
        text.map((value) => ({ value, text: value })),
      ),
    },
    { weight: 1, arbitrary: comparing(['id'], ids) },
    { weight: 1, arbitrary: comparing(columnsOf('boolean'), flags) },
    { weight: 3, arbitrary: comparing(columnsOf('timestamp with time zone'), instants) },
    { weight: 6, arbitrary: like },
    { weight: 1, arbitrary: is },
  )
  return fc.record({ filter, negated: fc.boolean() }).map(({ filter, negated }) => ({ ...filter, negated }))
}

const sorting: fc.Arbitrary<Sorting> = fc.record({
  column: fc.constantFrom(...(Object.keys(columns) as Column[]), 'published_at', 'category'),
  descending: fc.boolean(),
  nulls: fc.constantFrom('first', 'last', undefined),
})

const idOf = (number: number) => `01939c1e-0000-7000-8000-00000000000${number}`

/** Posts and queries. */
const drawn = posts.chain((drafted) => {
  const stored = drafted.map((post, at): BlogPostsTable => ({ ...post, id: idOf((at * 5) % 8), slug: `${post.slug}-${at}` }))
  const question: fc.Arbitrary<Question> = fc.record({
    filters: fc.array(filterOf(stored.map(shown)), { minLength: 1, maxLength: 2 }),
    sortings: fc.array(sorting, { minLength: 1, maxLength: 3 }),
    offset: fc.nat(3),
    limit: fc.constantFrom(0, 1, 2, 3, 20, 20, 20),
  })
  return fc.record({ stored: fc.constant(stored), questions: fc.array(question, { minLength: 10, maxLength: 10 }) })
})

const searchOf = ({ filters, sortings, offset, limit }: Question) =>
  new URLSearchParams([
    ...filters.map(({ column, operator, negated, text }) => [column, `${negated ? 'not.' : ''}${operator}.${text}`]),
    [
      'order',
      sortings.map(({ column, descending, nulls }) => `${column}.${descending ? 'desc' : 'asc'}${nulls ? `.nulls${nulls}` : ''}`).join(),
    ],
    ['offset', String(offset)],
    ['limit', String(limit)],
  ]).toString()

/** Allows published posts without a date, so that queries meet nulls, and gives PostgreSQL a natural-language collation. */
async function loosen({ db, engine }: Services) {
  if (engine === 'sqlite') return void (await sql`pragma ignore_check_constraints = on`.execute(db))
  await sql`alter table blog_posts drop constraint blog_posts_check`.execute(db)
  for (const column of Object.keys(columns))
    if (!columnsOf('boolean').includes(column as Column))
      await sql`alter table blog_posts alter column ${sql.ref(column)} type text collate "und-x-icu"`.execute(db)
}

onEachEngine('Filters, orders, offset and limit', (engine) => {
  test('find what they find in memory, in the same order, whatever stands in the posts', { timeout: 120_000 }, async () => {
    const { services } = await freshWorld(engine)
    await loosen(services)
    const telling = new Map(operators.map((operator) => [operator, 0]))
    const ask = async (visible: Row[], question: Question) => {
      const { filters, sortings, offset, limit } = question
      const found = visible.filter((row) => filters.every((filter) => finds(row, filter) === true))
      const query = parseRowsQuery(searchOf(question))
      expect(await countRows(services, 'anon', query)).toBe(found.length)
      const rows = limit === 0 ? [] : sorted(found, sortings).slice(offset, offset + limit)
      expect(await readRows(services, 'anon', query)).toEqual({ found: rows.length, rows })
      if (found.length > 0 && found.length < visible.length)
        for (const { operator } of filters) telling.set(operator, (telling.get(operator) ?? 0) + 1)
    }
    const check = async ({ stored, questions }: { stored: BlogPostsTable[]; questions: Question[] }) => {
      await services.db.deleteFrom('blogPosts').execute()
      await services.db.insertInto('blogPosts').values(stored).execute()
      const visible = stored.filter(({ published }) => published === 1).map(shown)
      await Promise.all(questions.map((question) => ask(visible, question)))
    }
    await fc.assert(fc.asyncProperty(drawn, check), { numRuns: tries(60, 150) })
    // Every operator has matched some posts and not others, more than once.
    expect(Math.min(...telling.values()), JSON.stringify([...telling])).toBeGreaterThan(tries(1, 9))
  })
})
