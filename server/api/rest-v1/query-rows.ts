import { Temporal } from 'temporal-polyfill'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { isUuid } from '#app/values/ids.ts'
import type { Flag } from '#db/tables/flag.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'

/** The columns of a post, by the names that clients know, with PostgreSQL's names of their types. */
export const columns = {
  id: { field: 'id', type: 'uuid' },
  title: { field: 'title', type: 'text' },
  slug: { field: 'slug', type: 'text' },
  category: { field: 'category', type: 'text' },
  excerpt: { field: 'excerpt', type: 'text' },
  content: { field: 'content', type: 'text' },
  meta_description: { field: 'metaDescription', type: 'text' },
  keywords: { field: 'keywords', type: 'text' },
  author: { field: 'author', type: 'text' },
  published: { field: 'published', type: 'boolean' },
  featured: { field: 'featured', type: 'boolean' },
  created_at: { field: 'createdAt', type: 'timestamp with time zone' },
  updated_at: { field: 'updatedAt', type: 'timestamp with time zone' },
  published_at: { field: 'publishedAt', type: 'timestamp with time zone' },
} as const satisfies Record<string, { field: keyof BlogPostsTable; type: string }>

export type Column = keyof typeof columns
/** A value as its column stores it. */
export type Stored = string | Flag

export const comparisons = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
type Comparison = keyof typeof comparisons

/** A parameter's condition on a row; `negated`: inverted, with SQL's nulls. */
export type Filter = { column: Column; negated: boolean } & (
  | { operator: Comparison; value: Stored }
  /** `*` and `%` match any text, `_` one character; a backslash escapes the next one. */
  | { operator: 'like' | 'ilike'; pattern: string }
  | { operator: 'in'; values: Stored[] }
  | { operator: 'isnull' }
)

interface Order {
  column: Column
  direction: 'asc' | 'desc'
  nulls: 'first' | 'last'
}

/** The requested posts and columns. */
export interface RowsQuery {
  /** The values of a row's JSON by key. */
  select: { name: string; column: Column }[]
  /** All of them must match. */
  filters: Filter[]
  order: Order[]
  offset: number
  limit: number
}

/** The response instead of rows. */
export interface RefusalFacts {
  status: 400 | 401 | 403 | 404 | 405 | 406 | 409 | 415 | 416 | 429 | 500 | 503
  /** PostgREST's own code, or PostgreSQL's SQLSTATE; if neither has one, PT and a status, as in PostgREST's custom errors. */
  code: string
  message: string
  details?: string
  hint?: string
  headers?: Record<string, string>
}

/** A request that PostgREST refuses, in the words that its clients know. */
export class RowsRefusal extends Error {
  readonly facts: RefusalFacts
  constructor(facts: RefusalFacts) {
    super(facts.message)
    this.facts = facts
  }
}

const mostRows = 1_000
const longestQuery = 2_000
const mostParameters = 30
const longestValue = 200
const mostValues = 100
/** Limit of a select, with `*` expanded, and of an order: more than a table of 14 columns needs. */
const mostItems = 20

const unreadable = (message: string, details?: string) => new RowsRefusal({ status: 400, code: 'PGRST100', message, details })
const badFilter = (text: string, details: string) => unreadable(`failed to parse filter (${text})`, details)
const refusedBySql = (code: string, message: string) => new RowsRefusal({ status: 400, code, message })
const badRange = (details: string) =>
  new RowsRefusal({ status: 416, code: 'PGRST103', message: 'Requested range not satisfiable', details })

/** Parses a query string (docs/api.md) and the part of it that a Range header selects; newest first by default. Throws `RowsRefusal`. */
export function parseRowsQuery(search: string, range = ''): RowsQuery {
  const text = search.replace(/^\?/, '')
  if (text.length > longestQuery)
    throw unreadable(`The query is longer than ${longestQuery} characters.`, 'Ask for fewer columns, or for fewer values at a time.')
  const parameters = new URLSearchParams(text)
  if (parameters.size > mostParameters) throw unreadable(`The query has more than ${mostParameters} parameters.`)
  return {
    select: selectOf(parameters.get('select') ?? '*'),
    filters: [...parameters].filter(([name]) => !notFilters.has(name)).map(([name, value]) => filterOf(name, value)),
    order: orderOf(parameters.get('order') ?? 'created_at.desc'),
    ...windowOf(parameters.get('offset'), parameters.get('limit'), range),
  }
}

const notFilters = new Set(['select', 'order', 'limit', 'offset'])

function columnOf(name: string): Column {
  if (!Object.hasOwn(columns, name)) throw refusedBySql('42703', `column blog_posts.${name} does not exist`)
  return name as Column
}

/** Each name once: of two items with one name the later counts, as of two keys of a JSON object. */
function selectOf(text: string): RowsQuery['select'] {
  const items = text.split(',').flatMap((item): RowsQuery['select'] => {
    if (item.trim() === '*') return (Object.keys(columns) as Column[]).map((column) => ({ name: column, column }))
    const [, alias, name] = /^(?:([\w$ -]+):)?(\w+)$/.exec(item.trim()) ?? []
    if (name === undefined)
      throw unreadable(
        `failed to parse select parameter (${text})`,
        'Only *, column and alias:column are supported, not embedded resources, aggregates, casts or JSON paths.',
      )
    const column = columnOf(name)
    return [{ name: alias ?? column, column }]
  })
  const select = [...new Map(items.map((item) => [item.name, item])).values()]
  if (select.length > mostItems)
    throw unreadable(
      `The select parameter has ${select.length} items.`,
      `Ask for at most ${mostItems} columns, counting those that * includes, and request the others separately.`,
    )
  return select
}

/** As PostgreSQL has it, null is greater than every value. */
function orderOf(text: string): Order[] {
  const terms = text.split(',')
  if (terms.length > mostItems)
    throw unreadable(`The order parameter has ${terms.length} items.`, `Order by at most ${mostItems} columns, each once.`)
  const order = terms.map((term): Order => {
    const [, name, descending, nulls] = /^([^.]+)(?:\.(?:asc|(desc)))?(?:\.nulls(first|last))?$/.exec(term.trim()) ?? []
    if (name === undefined)
      throw unreadable(`failed to parse order (${text})`, 'Expected column, then .asc or .desc, then .nullsfirst or .nullslast.')
    const direction = descending ? 'desc' : 'asc'
    return { column: columnOf(name), direction, nulls: (nulls as Order['nulls']) ?? (descending ? 'first' : 'last') }
  })
  // Only a column's first mention counts.
  return order.filter(({ column }, at) => order.findIndex((other) => other.column === column) === at)
}

/** The rows within offset and limit, narrowed by a Range header such as `0-9`; another header is ignored. */
function windowOf(offsetText: string | null, limitText: string | null, range: string): { offset: number; limit: number } {
  if (limitText && /^-\d+$/.test(limitText)) throw badRange('Limit should be greater than or equal to zero.')
  const offset = wholeNumber('offset', offsetText ?? '0')
  const limit = limitText === null ? Number.POSITIVE_INFINITY : wholeNumber('limit', limitText)
  // An empty window is asked for to learn the count alone.
  if (limit === 0) return { offset: 0, limit: 0 }
  const [, lowerText = '0', upperText = ''] = /^(\d{1,15})-(\d{0,15})$/.exec(range) ?? []
  const [lower, upper] = [Number(lowerText), upperText === '' ? Number.POSITIVE_INFINITY : Number(upperText)]
  if (lower > upper) throw badRange('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  const first = Math.max(offset, lower)
  const count = Math.min(offset + limit - 1, upper) - first + 1
  if (count < 1) throw badRange('The Range header and the offset and limit have no row in common.')
  return { offset: first, limit: Math.min(count, mostRows) }
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw unreadable(`failed to parse ${name} (${text})`, 'Expected a whole number.')
  return Number(text)
}

function filterOf(name: string, text: string): Filter {
  if (/^(not\.)?(and|or)$/.test(name))
    throw unreadable(`"${name}" is not supported`, 'All filters must match. To match any of several values, use in.(…).')
  const column = columnOf(name)
  const [, not, operator = '', operand = ''] = /^(not\.)?(\w+)\.(.*)$/s.exec(text) ?? []
  const subject = { column, negated: not !== undefined }
  if (operand.includes('\0')) throw refusedBySql('22021', 'invalid byte sequence for encoding "UTF8": 0x00')
  if (Object.hasOwn(comparisons, operator)) return { ...subject, operator: operator as Comparison, value: storedOf(column, operand) }
  if (operator === 'like' || operator === 'ilike') return { ...subject, operator, pattern: patternOf(column, operator, operand) }
  if (operator === 'in') return { ...subject, operator, values: valuesOf(operand).map((value) => storedOf(column, value)) }
  if (operator === 'is') return isFilterOf(subject, operand)
  throw badFilter(text, `Expected one of the operators ${[...Object.keys(comparisons), 'like', 'ilike', 'in', 'is'].join(', ')}.`)
}

function isFilterOf({ column, negated }: { column: Column; negated: boolean }, text: string): Filter {
  const operand = text.toLowerCase()
  if (operand === 'null') return { column, negated, operator: 'isnull' }
  if (operand === 'not_null') return { column, negated: !negated, operator: 'isnull' }
  if (operand !== 'true' && operand !== 'false') throw badFilter(`is.${text}`, 'Expected null, not_null, true or false.')
  const { type } = columns[column]
  if (type !== 'boolean') throw refusedBySql('42804', `argument of IS ${operand.toUpperCase()} must be type boolean, not type ${type}`)
  // No boolean of a post is null.
  return { column, negated, operator: 'eq', value: operand === 'true' ? 1 : 0 }
}

function patternOf(column: Column, operator: 'like' | 'ilike', text: string): string {
  const { type } = columns[column]
  if (type !== 'text') throw refusedBySql('42883', `operator does not exist: ${type} ${operator === 'like' ? '~~' : '~~*'} unknown`)
  return bounded(text)
}

/** The values of a list such as `(a,"b,c")`: one in quotes may hold commas, brackets, and quotes behind backslashes. */
function valuesOf(list: string): string[] {
  const inner = /^\((.*)\)$/s.exec(list)?.[1]
  if (inner === '') return []
  const elements = [...`${inner},`.matchAll(/(?:"((?:[^"\\]|\\.)*)"|([^,)]*)),/gsy)]
  if (inner === undefined || elements.reduce((length, [element]) => length + element.length, 0) !== inner.length + 1)
    throw badFilter(`in.${list}`, 'Expected a list such as (a,"b,c").')
  if (elements.length > mostValues) throw unreadable(`A list has more than ${mostValues} values.`)
  return elements.map(([, quoted, plain = '']) => quoted?.replace(/\\(.)/gs, '$1') ?? plain)
}

function bounded(text: string): string {
  if (text.length > longestValue) throw unreadable(`A value is longer than ${longestValue} characters.`)
  return text
}

/** A value as its column stores it, so that text order is its order. */
function storedOf(column: Column, value: string): Stored {
  const { type } = columns[column]
  const stored = readers[type](bounded(value))
  if (stored === undefined)
    throw refusedBySql(type === 'timestamp with time zone' ? '22007' : '22P02', `invalid input syntax for type ${type}: "${value}"`)
  return stored
}

const readers: Record<(typeof columns)[Column]['type'], (text: string) => Stored | undefined> = {
  text: (text) => text,
  uuid: (text) => (isUuid(text) ? text.toLowerCase() : undefined),
  boolean: (text) => (/^(t|true|y|yes|on|1)$/i.test(text) ? 1 : /^(f|false|n|no|off|0)$/i.test(text) ? 0 : undefined),
  'timestamp with time zone': instantOf,
}

/** Returns the instant of an ISO 8601 text; without an offset, in UTC. Digits below a millisecond are cut off. */
function instantOf(text: string): Instant | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d(?::?\d\d)?)?)?$/i.exec(text)
  if (!parts) return undefined
  const [, day, time = '00:00', offset = 'Z'] = parts
  try {
    const instant = toInstant(new Date(Temporal.Instant.from(`${day}T${time}${offset}`).epochMilliseconds))
    // An offset can lead to a year that doesn't have four digits, where text order ends.
    return /^\d{4}-/.test(instant) ? instant : undefined
  } catch {
    return undefined
  }
}
