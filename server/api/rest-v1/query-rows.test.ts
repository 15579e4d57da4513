import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tries } from '#test/support/depth.ts'
import { columns, parseRowsQuery, RowsRefusal } from './query-rows.ts'

/** The error that a query is refused with. */
function refusalOf(search: string, range?: string) {
  try {
    return { accepted: parseRowsQuery(search, range) }
  } catch (error) {
    if (error instanceof RowsRefusal) return error.facts
    throw error
  }
}

/** One parameter, encoded as in a URL. */
const wire = (name: string, value: string) => `?${new URLSearchParams([[name, value]])}`
const filterOf = (value: string, column = 'title') => parseRowsQuery(wire(column, value)).filters[0]
const windowOf = (search: string, range?: string) => {
  const { offset, limit } = parseRowsQuery(search, range)
  return [offset, limit]
}

const everyColumn = [
  ...['id', 'title', 'slug', 'category', 'excerpt', 'content', 'meta_description', 'keywords', 'author'],
  ...['published', 'featured', 'created_at', 'updated_at', 'published_at'],
]

describe('Columns', () => {
  test('are those of the specification, and all of them where a query names none', () => {
    expect(Object.keys(columns)).toEqual(everyColumn)
    for (const search of ['', '?', '?select=*']) expect(parseRowsQuery(search).select.map(({ name }) => name)).toEqual(everyColumn)
  })

  test('can be chosen and renamed', () => {
    for (const [text, select] of [
      ['my head-line$1:title, id', { 'my head-line$1': 'title', id: 'id' }],
      ['__proto__:id', JSON.parse('{"__proto__":"id"}')],
    ])
      expect(Object.fromEntries(parseRowsQuery(wire('select', text)).select.map(({ name, column }) => [name, column]))).toEqual(select)
    for (const text of ['', 'id,', 'count()', 'author(name)', 'title::int', 'title->x', 'a:b:title', '"title"', 'id;'])
      expect(refusalOf(wire('select', text)), text).toMatchObject({ status: 400, code: 'PGRST100' })
  })

  test.each(['nope', 'constructor', '__proto__', 'createdAt', 'id; drop table blog_posts', 'blog_posts.id', 'title->>x'])(
    'are never "%s", whichever parameter names it',
    (name) => {
      const refusal = { status: 400, code: '42703', message: `column blog_posts.${name} does not exist` }
      expect(refusalOf(wire(name, 'eq.1'))).toEqual(refusal)
      if (!name.includes('.')) expect(refusalOf(wire('order', name))).toEqual(refusal)
      if (/^\w+$/.test(name)) expect(refusalOf(wire('select', name))).toEqual(refusal)
    },
  )
})

describe('A filter', () => {
  test.each([
    ['eq.a', { operator: 'eq', value: 'a' }],
    ['eq.a.b', { operator: 'eq', value: 'a.b' }],
    ['gte.a', { operator: 'gte', value: 'a' }],
    ['like.*a%', { operator: 'like', pattern: '*a%' }],
    ['ilike.A', { operator: 'ilike', pattern: 'A' }],
    ['is.null', { operator: 'isnull' }],
    ['in.()', { operator: 'in', values: [] }],
    ['in.(a,b c, d)', { operator: 'in', values: ['a', 'b c', ' d'] }],
    ['in.("a,b","c)d",e)', { operator: 'in', values: ['a,b', 'c)d', 'e'] }],
    ['in.("a\\"b\\\\c")', { operator: 'in', values: ['a"b\\c'] }],
    ['in.(a"b,"c"d)', { operator: 'in', values: ['a"b', '"c"d'] }],
  ])('%j is read, and with not. its negation', (text, filter) => {
    expect(filterOf(text)).toEqual({ column: 'title', negated: false, ...filter })
    expect(filterOf(`not.${text}`)).toEqual({ column: 'title', negated: true, ...filter })
  })

  test('is.not_null is the negation of is.null, is.true and is.false are comparisons', () => {
    expect(filterOf('is.not_null')).toEqual({ column: 'title', negated: true, operator: 'isnull' })
    expect(filterOf('not.is.not_null')).toEqual({ column: 'title', negated: false, operator: 'isnull' })
    expect(filterOf('is.true', 'featured')).toEqual({ column: 'featured', negated: false, operator: 'eq', value: 1 })
    expect(filterOf('not.is.FALSE', 'featured')).toEqual({ column: 'featured', negated: true, operator: 'eq', value: 0 })
  })

  test('takes booleans and instants in the ways of PostgreSQL', () => {
    for (const [text, value] of Object.entries({ true: 1, T: 1, yes: 1, on: 1, 1: 1, false: 0, no: 0, 0: 0 }))
      expect(filterOf(`in.(${text})`, 'published'), text).toMatchObject({ values: [value] })
    for (const [text, value] of [
      ['2026-11-20T13:45Z', '2026-11-20T13:45:00.000Z'],
      ['2026-11-20T01:45:00+0530', '2026-11-19T20:15:00.000Z'],
      ['2026-11-20T13:45:00.5-08', '2026-11-20T21:45:00.500Z'],
      ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
    ])
      expect(filterOf(`gte.${text}`, 'created_at'), text).toMatchObject({ value })
    const none = ['', 'now', '2026-02-29', '2026-11-20T24:00Z', '20261120', '2026-11-20T13:45:00+25:00', "'; drop table blog_posts; --"]
    for (const text of [...none, '9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00'])
      expect(refusalOf(wire('updated_at', `lt.${text}`))).toEqual({
        status: 400,
        code: '22007',
        message: `invalid input syntax for type timestamp with time zone: "${text}"`,
      })
  })

  test('takes an id in either case, and refuses what is none', () => {
    const id = '01939c1e-0000-7000-8000-00000000ABCD'
    expect(filterOf(`eq.${id}`, 'id')).toMatchObject({ value: id.toLowerCase() })
    for (const text of ['', '1', `${id}0`, id.replace('A', 'G'), `${id}\n`])
      for (const filter of [`eq.${text}`, `in.(${text},${id})`])
        expect(refusalOf(wire('id', filter))).toEqual({
          status: 400,
          code: '22P02',
          message: `invalid input syntax for type uuid: "${text}"`,
        })
  })

  test.each([
    ['featured', 'in.(true,2)', '22P02', 'invalid input syntax for type boolean: "2"'],
    ['id', 'like.*', '42883', 'operator does not exist: uuid ~~ unknown'],
    ['published', 'ilike.t*', '42883', 'operator does not exist: boolean ~~* unknown'],
    ['title', 'is.true', '42804', 'argument of IS TRUE must be type boolean, not type text'],
    ['title', 'eq.a\0b', '22021', 'invalid byte sequence for encoding "UTF8": 0x00'],
  ])('%s=%s is refused by the column’s type', (column, text, code, message) => {
    expect(refusalOf(wire(column, text))).toEqual({ status: 400, code, message })
  })

  const malformed = ['', 'a', 'eq', 'EQ.a', 'foo.a', 'not.not.eq.a', 'eq(any).{a}', 'in.a', 'in.(a)b', 'is.', 'is.unknown', 'toString.a']
  test.each(malformed)('"%s" is refused', (text) => {
    expect(refusalOf(wire('title', text))).toMatchObject({ status: 400, code: 'PGRST100', message: `failed to parse filter (${text})` })
  })

  test.each(['or', 'and', 'not.or', 'not.and'])('%s= is refused by its name', (name) => {
    expect(refusalOf(wire(name, '(title.eq.a,title.eq.b)'))).toMatchObject({
      status: 400,
      code: 'PGRST100',
      message: `"${name}" is not supported`,
    })
  })

  test('with a list: whatever its values are, they are read as they were', () => {
    const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`
    const value = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((text) => !text.includes('\0') && text.isWellFormed())
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), (values) => {
        expect(filterOf(`in.(${values.map(quoted)})`)).toMatchObject({ values })
      }),
    )
  })
})

describe('The order', () => {
  test.each([
    ['title', ['title asc last']],
    ['title.desc', ['title desc first']],
    ['title.desc.nullslast', ['title desc last']],
    ['featured.desc, id.asc.nullsfirst', ['featured desc first', 'id asc first']],
  ])('%s', (text, order) => {
    const read = parseRowsQuery(wire('order', text)).order
    expect(read.map(({ column, direction, nulls }) => `${column} ${direction} ${nulls}`)).toEqual(order)
  })

  test('is newest first where none is given', () => {
    expect(parseRowsQuery('').order).toEqual([{ column: 'created_at', direction: 'desc', nulls: 'first' }])
  })

  test.each(['', 'title,', 'title.up', 'title.DESC', 'title.desc.asc', 'title.nullsfirst.desc'])('cannot be "%s"', (text) => {
    expect(refusalOf(wire('order', text))).toMatchObject({ status: 400, code: 'PGRST100', message: `failed to parse order (${text})` })
  })
})

describe('The window', () => {
  test.each<[string, string | undefined, [number, number]]>([
    ['', undefined, [0, 1_000]],
    ['?offset=7&limit=5', undefined, [7, 5]],
    ['?limit=1001', undefined, [0, 1_000]],
    ['', '0-4', [0, 5]],
    ['', '1500-1999', [1_500, 500]],
    ['', '1500-2500', [1_500, 1_000]],
    ['?offset=4&limit=10', '3-20', [4, 10]],
    ['?offset=4&limit=10', '3-6', [4, 3]],
    ['?offset=4&limit=10', '13-99', [13, 1]],
    ['', '0-4,6-7', [0, 1_000]],
  ])('of "%s" with Range %s', (search, range, [offset, limit]) => {
    expect(windowOf(search, range)).toEqual([offset, limit])
  })

  test.each<[string, string | undefined, string]>([
    ['?limit=-1', undefined, 'Limit should be greater than or equal to zero.'],
    ['', '5-4', 'The lower boundary must be lower than or equal to the upper boundary in the Range header.'],
    ['?limit=5', '5-9', 'The Range header and the offset and limit have no row in common.'],
    ['?offset=5&limit=5', '0-4', 'The Range header and the offset and limit have no row in common.'],
  ])('of "%s" with Range %s is refused', (search, range, details) => {
    expect(refusalOf(search, range)).toEqual({ status: 416, code: 'PGRST103', message: 'Requested range not satisfiable', details })
  })

  test('cannot be what is no number of rows', () => {
    for (const search of ['limit=a', 'limit=', 'limit=1.5', 'limit=9999999999999999', 'offset=-1'])
      expect(refusalOf(search), search).toMatchObject({ status: 400, code: 'PGRST100' })
  })
})

describe('A query is bounded', () => {
  const refused = { status: 400, code: 'PGRST100' }
  const padded = (length: number) => `select=id&title=in.(${'a,'.repeat(50)}b)`.padEnd(length - 1, '&').concat('&')

  test('at 2,000 characters', () => {
    expect(parseRowsQuery(padded(2_000)).filters).toHaveLength(1)
    expect(parseRowsQuery(`?${padded(2_000)}`).filters).toHaveLength(1)
    expect(refusalOf(padded(2_001))).toMatchObject(refused)
  })

  test('at 30 parameters', () => {
    expect(parseRowsQuery('title=neq.a&'.repeat(30)).filters).toHaveLength(30)
    expect(refusalOf('title=neq.a&'.repeat(31))).toMatchObject(refused)
  })

  test('at 200 characters of a value', () => {
    for (const operator of ['eq.', 'like.', 'not.ilike.', 'in.(b,']) {
      const end = operator.includes('(') ? ')' : ''
      expect(parseRowsQuery(`title=${operator}${'a'.repeat(200)}${end}`).filters, operator).toHaveLength(1)
      expect(refusalOf(`title=${operator}${'a'.repeat(201)}${end}`), operator).toMatchObject(refused)
    }
  })

  test('at 100 values of a list', () => {
    expect(filterOf(`in.(${Array(100).fill('a')})`)).toMatchObject({ values: Array(100).fill('a') })
    expect(refusalOf(`title=in.(${Array(101).fill('a')})`)).toMatchObject(refused)
  })

  test('and whatever it is, it is read or refused', () => {
    const piece = fc.oneof(
      fc.constantFrom(...everyColumn, 'select', 'order', 'limit', 'offset', 'or', ...'=&.,()"\\%:', '%00', '%22'),
      fc.constantFrom('eq', 'in', 'is', 'not', 'like', 'null', 'true', 'desc', 'nullsfirst', '*', '1', '-1', '2026-11-20'),
      fc.string({ maxLength: 4 }),
    )
    const search = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(search, fc.string({ maxLength: 8 }), (text, range) => {
        const answer = refusalOf(text, range)
        if (!('accepted' in answer))
          expect(answer).toMatchObject({ status: expect.any(Number), code: expect.stringMatching(/^(PGRST\d{3}|[\dP]{5})$/) })
      }),
      { numRuns: tries(250, 1_000) },
    )
  })
})
