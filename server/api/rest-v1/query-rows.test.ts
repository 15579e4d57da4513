import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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

  test.each([
    ['title', [{ name: 'title', column: 'title' }]],
    [
      'id, title',
      [
        { name: 'id', column: 'id' },
        { name: 'title', column: 'title' },
      ],
    ],
    ['headline:title', [{ name: 'headline', column: 'title' }]],
    ['my head-line$1:title', [{ name: 'my head-line$1', column: 'title' }]],
    ['__proto__:id', [{ name: '__proto__', column: 'id' }]],
  ])('can be chosen and renamed: %s', (text, select) => {
    expect(parseRowsQuery(wire('select', text)).select).toEqual(select)
  })

  test.each([
    '',
    'id,',
    'count()',
    'id.count()',
    'author(name)',
    '...author(name)',
    'title::int',
    'title->x',
    'a:b:title',
    '"title"',
    'a"b:id',
    'id;',
  ])('cannot be "%s"', (text) => {
    expect(refusalOf(wire('select', text))).toMatchObject({ status: 400, code: 'PGRST100' })
  })

  test.each(['nope', 'constructor', '__proto__', 'toString', 'createdAt', 'ID', 'id; drop table blog_posts', 'blog_posts.id', 'title->>x'])(
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
    ['eq.', { operator: 'eq', value: '' }],
    ['eq.a.b', { operator: 'eq', value: 'a.b' }],
    ['eq.null', { operator: 'eq', value: 'null' }],
    ['eq.not.x', { operator: 'eq', value: 'not.x' }],
    ['neq.a\nb', { operator: 'neq', value: 'a\nb' }],
    ['gt.a', { operator: 'gt', value: 'a' }],
    ['gte.a', { operator: 'gte', value: 'a' }],
    ['lt.a', { operator: 'lt', value: 'a' }],
    ['lte.a', { operator: 'lte', value: 'a' }],
    ['like.*a%', { operator: 'like', pattern: '*a%' }],
    ['ilike.A', { operator: 'ilike', pattern: 'A' }],
    ['is.null', { operator: 'isnull' }],
    ['is.NULL', { operator: 'isnull' }],
    ['in.()', { operator: 'in', values: [] }],
    ['in.(a)', { operator: 'in', values: ['a'] }],
    ['in.(a,b c, d)', { operator: 'in', values: ['a', 'b c', ' d'] }],
    ['in.(a,)', { operator: 'in', values: ['a', ''] }],
    ['in.("")', { operator: 'in', values: [''] }],
    ['in.("a,b","c)d",e)', { operator: 'in', values: ['a,b', 'c)d', 'e'] }],
    ['in.("a\\"b\\\\c")', { operator: 'in', values: ['a"b\\c'] }],
    ['in.(a"b,"c"d)', { operator: 'in', values: ['a"b', '"c"d'] }],
    ['in.("a)', { operator: 'in', values: ['"a'] }],
    ['in.(a\nb,"c\n,d")', { operator: 'in', values: ['a\nb', 'c\n,d'] }],
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

  test('of one column may come several times', () => {
    expect(parseRowsQuery('?title=gt.a&featured=is.true&title=lt.b').filters.map(({ column, operator }) => [column, operator])).toEqual([
      ['title', 'gt'],
      ['featured', 'eq'],
      ['title', 'lt'],
    ])
  })

  test.each([
    ['true', 1],
    ['T', 1],
    ['yes', 1],
    ['on', 1],
    ['1', 1],
    ['false', 0],
    ['F', 0],
    ['no', 0],
    ['off', 0],
    ['0', 0],
  ])('takes the boolean %s', (text, value) => {
    expect(filterOf(`eq.${text}`, 'published')).toMatchObject({ value })
    expect(filterOf(`in.(${text})`, 'published')).toMatchObject({ values: [value] })
  })

  test.each([
    ['2026-11-20T13:45:00.123Z', '2026-11-20T13:45:00.123Z'],
    ['2026-11-20T13:45:00Z', '2026-11-20T13:45:00.000Z'],
    ['2026-11-20T13:45Z', '2026-11-20T13:45:00.000Z'],
    ['2026-11-20t13:45:00z', '2026-11-20T13:45:00.000Z'],
    ['2026-11-20 13:45:00', '2026-11-20T13:45:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T13:45:00+05:30', '2026-11-20T08:15:00.000Z'],
    ['2026-11-20T01:45:00+0530', '2026-11-19T20:15:00.000Z'],
    ['2026-11-20T13:45:00.5-08', '2026-11-20T21:45:00.500Z'],
    ['2026-11-20T13:45:00.123999999+00:00', '2026-11-20T13:45:00.123Z'],
    ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('takes the instant %s as it is stored', (text, value) => {
    expect(filterOf(`gte.${text}`, 'created_at')).toMatchObject({ value })
  })

  test.each([
    ...[
      '',
      'now',
      'null',
      '2026',
      '2026-11',
      '2026-13-01',
      '2026-02-29',
      '2026-11-20T24:00Z',
      '2026-11-20T13Z',
      '2026-11-20T13:45:00 01:00',
    ],
    ...['20261120', '2026-11-20Z', ' 2026-11-20', '2026-11-20T13:45:00+25:00', '2026-11-20T13:45:00.Z', '+002026-11-20', '2026-W47-5'],
    ...['9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00', '2026-11-20T13:45:00.1234567891Z', "'; drop table blog_posts; --"],
  ])('refuses the instant "%s"', (text) => {
    const refusal = { status: 400, code: '22007', message: `invalid input syntax for type timestamp with time zone: "${text}"` }
    expect(refusalOf(wire('updated_at', `lt.${text}`))).toEqual(refusal)
  })

  test('takes an id in either case, and refuses what is none', () => {
    const id = '01939c1e-0000-7000-8000-00000000ABCD'
    expect(filterOf(`eq.${id}`, 'id')).toMatchObject({ value: id.toLowerCase() })
    expect(filterOf(`in.(${id})`, 'id')).toMatchObject({ values: [id.toLowerCase()] })
    for (const text of ['', '1', `${id}0`, id.replaceAll('-', ''), `x${id}`, id.replace('A', 'G'), `${id}\n`])
      for (const filter of [`eq.${text}`, `in.(${text},${id})`])
        expect(refusalOf(wire('id', filter))).toEqual({
          status: 400,
          code: '22P02',
          message: `invalid input syntax for type uuid: "${text}"`,
        })
  })

  test.each([
    ['published', 'eq.', '22P02', 'invalid input syntax for type boolean: ""'],
    ['published', 'eq.null', '22P02', 'invalid input syntax for type boolean: "null"'],
    ['featured', 'in.(true,2)', '22P02', 'invalid input syntax for type boolean: "2"'],
    ['id', 'like.*', '42883', 'operator does not exist: uuid ~~ unknown'],
    ['published', 'ilike.t*', '42883', 'operator does not exist: boolean ~~* unknown'],
    ['created_at', 'like.2026*', '42883', 'operator does not exist: timestamp with time zone ~~ unknown'],
    ['title', 'is.true', '42804', 'argument of IS TRUE must be type boolean, not type text'],
    ['id', 'not.is.false', '42804', 'argument of IS FALSE must be type boolean, not type uuid'],
    ['title', 'eq.a\0b', '22021', 'invalid byte sequence for encoding "UTF8": 0x00'],
    ['title', 'in.(\0)', '22021', 'invalid byte sequence for encoding "UTF8": 0x00'],
    ['title', 'like.\0', '22021', 'invalid byte sequence for encoding "UTF8": 0x00'],
  ])('%s=%s is refused by the column’s type', (column, text, code, message) => {
    expect(refusalOf(wire(column, text))).toEqual({ status: 400, code, message })
  })

  test.each([
    ...['', 'a', 'eq', '.a', 'EQ.a', 'foo.a', 'not.a', 'not.not.eq.a', 'not', 'eq(any).{a}', 'like(all).{a}', 'fts.a', 'cs.{a}', 'match.a'],
    ...['isdistinct.a', 'in.a', 'in.(a', 'in.a)', 'in.(a)b', 'in.(a)b)', 'in.', 'is.', 'is.unknown', 'is.nullx', 'is.1', 'toString.a'],
  ])('"%s" is refused', (text) => {
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
    ['title', [['title', 'asc', 'last']]],
    ['title.asc', [['title', 'asc', 'last']]],
    ['title.desc', [['title', 'desc', 'first']]],
    ['title.nullsfirst', [['title', 'asc', 'first']]],
    ['title.asc.nullsfirst', [['title', 'asc', 'first']]],
    ['title.asc.nullslast', [['title', 'asc', 'last']]],
    ['title.desc.nullslast', [['title', 'desc', 'last']]],
    ['title.desc.nullsfirst', [['title', 'desc', 'first']]],
    [
      'featured.desc, id',
      [
        ['featured', 'desc', 'first'],
        ['id', 'asc', 'last'],
      ],
    ],
  ])('%s', (text, order) => {
    const read = parseRowsQuery(wire('order', text)).order
    expect(read.map(({ column, direction, nulls }) => [column, direction, nulls])).toEqual(order)
  })

  test('is newest first where none is given', () => {
    expect(parseRowsQuery('').order).toEqual([{ column: 'created_at', direction: 'desc', nulls: 'first' }])
  })

  test.each([
    '',
    ',',
    'title,',
    'title.',
    'title.up',
    'title.DESC',
    'title.desc.asc',
    'title.nullsfirst.desc',
    'title.desc.nullsup',
    'title.desc.nullslastx',
  ])('cannot be "%s"', (text) => {
    expect(refusalOf(wire('order', text))).toMatchObject({ status: 400, code: 'PGRST100', message: `failed to parse order (${text})` })
  })
})

describe('The window', () => {
  test.each<[string, string | undefined, [number, number]]>([
    ['', undefined, [0, 1_000]],
    ['?limit=5', undefined, [0, 5]],
    ['?limit=1', undefined, [0, 1]],
    ['?offset=7', undefined, [7, 1_000]],
    ['?offset=7&limit=5', undefined, [7, 5]],
    ['?limit=1000', undefined, [0, 1_000]],
    ['?limit=1001', undefined, [0, 1_000]],
    ['?limit=999999999999999', undefined, [0, 1_000]],
    ['?limit=0', undefined, [0, 0]],
    ['?offset=7&limit=0', undefined, [0, 0]],
    ['', '0-4', [0, 5]],
    ['', '3-3', [3, 1]],
    ['', '3-', [3, 1_000]],
    ['', '1500-1999', [1_500, 500]],
    ['', '1500-2500', [1_500, 1_000]],
    ['?limit=2000', '1500-', [1_500, 500]],
    ['?limit=10', '3-', [3, 7]],
    ['?limit=10', '3-5', [3, 3]],
    ['?limit=10', '3-20', [3, 7]],
    ['?offset=4&limit=10', '3-20', [4, 10]],
    ['?offset=4&limit=10', '3-6', [4, 3]],
    ['?offset=4&limit=10', '13-99', [13, 1]],
    ['?limit=0', '3-5', [0, 0]],
    ['', 'bytes=0-4', [0, 1_000]],
    ['', '-4', [0, 1_000]],
    ['', '4', [0, 1_000]],
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

  test.each(['limit=a', 'limit=', 'limit=1.5', 'limit=1e3', 'limit= 1', 'limit=9999999999999999', 'offset=-1', 'offset=a', 'offset='])(
    'cannot be "%s"',
    (search) => {
      expect(refusalOf(search)).toMatchObject({ status: 400, code: 'PGRST100' })
    },
  )
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
      fc.constantFrom(
        ...everyColumn,
        'select',
        'order',
        'limit',
        'offset',
        'or',
        '=',
        '&',
        '.',
        ',',
        '(',
        ')',
        '"',
        '\\',
        '%',
        '%00',
        '%22',
        ':',
      ),
      fc.constantFrom('eq', 'in', 'is', 'not', 'like', 'null', 'true', 'desc', 'nullsfirst', '*', '1', '-1', '2026-11-20'),
      fc.string({ maxLength: 4 }),
    )
    const search = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
    const seen = { read: 0, refused: 0 }
    fc.assert(
      fc.property(search, fc.string({ maxLength: 8 }), (text, range) => {
        const answer = refusalOf(text, range)
        if ('accepted' in answer) seen.read++
        else {
          seen.refused++
          expect(answer).toMatchObject({ status: expect.any(Number), code: expect.stringMatching(/^(PGRST\d{3}|[\dP]{5})$/) })
        }
      }),
      { numRuns: 2_000 },
    )
    expect(seen.read).toBeGreaterThan(0)
    expect(seen.refused).toBeGreaterThan(0)
  })
})
