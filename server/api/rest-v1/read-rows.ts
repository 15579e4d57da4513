import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Engine } from '#app/platform/database.ts'
import type { Services } from '#app/platform/services.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import type { Tables } from '#db/tables.ts'
import { type Column, columns, comparisons, type Filter, type RowsQuery, type Stored } from './query-rows.ts'

/** The role of a reader: an unknown visitor, or staff. */
export type Role = 'anon' | 'staff'

/** Maximum bytes in one response: 50 posts of the maximum length. */
const mostBytes = 1024 * 1024

type Posts = ExpressionBuilder<Tables, 'blogPosts'>
type Reading = Pick<Services, 'db' | 'engine'>

/** Row-level security: the posts that a role can see, with any query. */
const visibleTo: Record<Role, (eb: Posts) => Expression<SqlBool>> = {
  anon: (eb) => eb('published', '=', 1),
  staff: () => sql<SqlBool>`1 = 1`,
}

/**
 * The posts that a query asks for and the role may see, as JSON objects. Posts equal in its order: the later id first. `found`: their
 * number; `rows`: the first ones that fit into one answer, as with PostgREST's `db-max-rows`.
 */
export async function readRows(
  services: Reading,
  role: Role,
  query: RowsQuery,
): Promise<{ found: number; rows: Record<string, Stored | boolean | null>[] }> {
  // Selects only each post's length: rows beyond the limit are never read.
  const posts = await asked(services, role, query).select(bytesOf(query.select).as('bytes')).execute()
  const limit = fitting(posts.map(({ bytes }) => Number(bytes)))
  if (limit === 0) return { found: 0, rows: [] }
  const fields = [...new Set(query.select.map(({ column }) => columns[column].field))]
  const rows = await asked(services, role, { ...query, limit })
    .select(fields)
    .execute()
  return { found: posts.length, rows: rows.map((row) => shownRow(row, query.select)) }
}

/** The number of rows of these lengths that fit into one answer: at least one. */
function fitting(bytes: readonly number[]): number {
  let sum = 0
  const over = bytes.findIndex((each) => {
    sum += each
    return sum > mostBytes
  })
  return over < 0 ? bytes.length : Math.max(1, over)
}

/** The approximate length of a row's JSON: names, quotes and values. */
function bytesOf(select: RowsQuery['select']) {
  const frame = select.reduce((sum, { name }) => sum + Buffer.byteLength(name) + '"":"",false'.length, 0)
  const texts = select.filter(({ column }) => columns[column].type !== 'boolean')
  const lengths = texts.map(({ column }) => sql`coalesce(octet_length(${sql.ref(columns[column].field)}), 0)`)
  return sql<number>`${sql.join([sql.lit(frame), ...lengths], sql` + `)}`
}

/** The posts of a query's window, in its order. */
function asked(services: Reading, role: Role, query: RowsQuery) {
  let posts = matching(services, role, query)
  for (const { column, direction, nulls } of query.order)
    posts = posts.orderBy(comparable(services.engine, column), (item) => {
      const directed = direction === 'desc' ? item.desc() : item.asc()
      return nulls === 'first' ? directed.nullsFirst() : directed.nullsLast()
    })
  return posts.orderBy(comparable(services.engine, 'id'), 'desc').limit(query.limit).offset(query.offset)
}

/** A row as the JSON object that a query asks for. */
export const shownRow = (row: Partial<BlogPostsTable>, select: RowsQuery['select']): Record<string, Stored | boolean | null> =>
  Object.fromEntries(
    select.map(({ name, column }) => {
      const { field, type } = columns[column]
      const value = row[field] ?? null
      return [name, type === 'boolean' ? value === 1 : value]
    }),
  )

/** The number of rows, before offset and limit. */
export async function countRows(services: Reading, role: Role, query: RowsQuery): Promise<number> {
  const { total } = await matching(services, role, query)
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

const matching = ({ db, engine }: Reading, role: Role, { filters }: RowsQuery) =>
  db.selectFrom('blogPosts').where(foundBy(engine, role, filters))

/** The condition of every post that the filters find and the role may see. */
export const foundBy = (engine: Engine, role: Role, filters: readonly Filter[]) => (eb: Posts) =>
  eb.and([
    visibleTo[role](eb),
    ...filters.map((filter) => (filter.negated ? eb.not(condition(eb, engine, filter)) : condition(eb, engine, filter))),
  ])

function condition(eb: Posts, engine: Engine, filter: Filter): Expression<SqlBool> {
  const column = comparable(engine, filter.column)
  switch (filter.operator) {
    case 'isnull':
      return eb(column, 'is', null)
    case 'in':
      // PostgreSQL has no empty list.
      return filter.values.length > 0 ? eb(column, 'in', filter.values) : sql<SqlBool>`1 = 0`
    case 'like':
      return matches(engine, column, filter.pattern)
    case 'ilike':
      // ASCII letters only: the engines differ in the others.
      return matches(
        engine,
        sql`lower(${column})`,
        filter.pattern.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
      )
    default:
      return eb(column, comparisons[filter.operator], filter.value)
  }
}

/** A column as both engines compare and sort it: text by its bytes. */
function comparable(engine: Engine, column: Column): Expression<Stored | null> {
  const { field, type } = columns[column]
  const reference = sql.ref<Stored | null>(field)
  return engine === 'postgres' && type !== 'boolean' ? sql<Stored | null>`${reference} collate "C"` : reference
}

/** Case counts in PostgreSQL's LIKE and in SQLite's GLOB, but not in SQLite's LIKE. */
const matches = (engine: Engine, text: Expression<unknown>, pattern: string) =>
  engine === 'postgres'
    ? sql<SqlBool>`${text} like ${translated(pattern, '%', '_', (char) => char.replace(/[%_\\]/, '\\$&'))}`
    : sql<SqlBool>`${text} glob ${translated(pattern, '*', '?', (char) => char.replace(/[*?[]/, '[$&]'))}`

/** A pattern in an engine's own signs, for any text, for one character, and for a literal one. */
const translated = (pattern: string, any: string, one: string, itself: (char: string) => string) =>
  pattern.replace(/\\(.)|./gsu, (char, escaped?: string) => {
    if (escaped !== undefined) return itself(escaped)
    if (char === '*' || char === '%') return any
    return char === '_' ? one : itself(char)
  })
