import type { NewPost } from '#app/features/site/create-post.server.ts'
import { emptyFields, type PostFields } from '#app/features/site/post-fields.ts'
import { isUuid } from '#app/values/ids.ts'
import { type Column, columns, type Filter, parseRowsQuery, type RowsQuery, RowsRefusal } from './query-rows.ts'

/* Parses what a PostgREST client wants to write (docs/api.md). Only the server sets dates: any that are sent are ignored. */

/** Columns that a body may contain, but that the server sets itself. */
const dates = new Set<Column>(['created_at', 'updated_at', 'published_at'])
const mostRows = 100

const refused = (code: string, message: string, details?: string) => new RowsRefusal({ status: 400, code, message, details })

/** The fields of a post that a body contains. */
type Changes = Partial<PostFields> & { id?: string; author?: string }

/** Returns the posts of a body, one or a list. `only`: the columns to take, if the request lists them. Throws `RowsRefusal`. */
export function newPostsOf(body: unknown, only: ReadonlySet<string> | undefined): NewPost[] {
  const rows = Array.isArray(body) ? body : [body]
  if (rows.length > mostRows) throw refused('PGRST102', `More than ${mostRows} rows in one request.`)
  return rows.map((row) => {
    const { id, author, ...fields } = changesOf(row, only)
    for (const name of ['title', 'category', 'excerpt', 'content'] as const) if (fields[name] === undefined) throw notNull(name)
    return { id, author, fields: { ...emptyFields, ...fields } }
  })
}

/** Parses the changes to the posts that a request matches. Throws `RowsRefusal`. */
export function changesOf(body: unknown, only?: ReadonlySet<string>): Changes {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refused('PGRST102', 'All object keys must match', 'Expected a JSON object, or a list of them.')
  const named = Object.entries(body).filter(([name]) => !only || only.has(name))
  return Object.fromEntries(named.flatMap(([name, value]) => changeOf(columnOf(name), value)))
}

function columnOf(name: string): Column {
  if (!Object.hasOwn(columns, name)) throw unknownColumn(name)
  return name as Column
}

/** Returns the columns that a request says its body has. Throws `RowsRefusal` for an unknown one. */
function columnsOf(parameter: string | undefined): ReadonlySet<string> | undefined {
  if (!parameter) return undefined
  const names = parameter.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  for (const name of names) columnOf(name)
  return new Set(names)
}

const unknownColumn = (name: string) =>
  refused('PGRST204', `Could not find the '${name.slice(0, 60)}' column of 'blog_posts' in the schema cache`)

const notNull = (column: string) =>
  refused('23502', `null value in column "${column}" of relation "blog_posts" violates not-null constraint`)

/** Returns a value as its column takes it; empty for a date. */
function changeOf(column: Column, value: unknown): [string, string | boolean][] {
  if (dates.has(column)) return []
  const { field, type } = columns[column]
  if (value === null) throw notNull(column)
  const wrong = () => refused('22P02', `invalid input syntax for type ${type}: "${String(value).slice(0, 60)}"`)
  if (type === 'boolean') {
    if (value === true || value === 'true') return [[field, true]]
    if (value === false || value === 'false') return [[field, false]]
    throw wrong()
  }
  if (typeof value !== 'string' && typeof value !== 'number') throw wrong()
  const text = String(value)
  if (type !== 'uuid') return [[field, text]]
  if (!isUuid(text)) throw wrong()
  return [[field, text.toLowerCase()]]
}

/** Parses which rows to write and which columns to return. A write can't be partial: no limit, no offset. Throws `RowsRefusal`. */
export function parseWriteQuery(search: string): Pick<RowsQuery, 'select' | 'filters'> & { columns: ReadonlySet<string> | undefined } {
  const parameters = new URLSearchParams(search.slice(0, 4_000))
  const named = columnsOf(parameters.get('columns') ?? undefined)
  for (const name of ['limit', 'offset', 'order', 'on_conflict'])
    if (parameters.has(name)) throw refused('PGRST127', 'Feature not implemented', `"${name}" is not supported in a request that writes.`)
  const { select, filters } = parseRowsQuery(search.replace(/(^\?|&)columns=[^&]*/, '$1'))
  return { select, filters, columns: named }
}

/** Requires a filter for changes and deletions, so that none affects everything by mistake. */
export function requireFilter(filters: readonly Filter[], verb: 'UPDATE' | 'DELETE'): void {
  if (filters.length === 0) throw refused('21000', `${verb} requires a WHERE clause`)
}
