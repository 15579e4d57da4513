import type { Database } from '#app/platform/database.ts'
import { byText } from '../copy-texts.ts'
import { storedData } from './stored-data.ts'

/* The rows of a table as the copy of someone's data has them: the columns that `storedData` hands out, of the rows that are theirs. */

type Stored = typeof storedData
/** A table with columns in the copy. */
type CopiedTable = { [Name in keyof Stored]: Stored[Name] extends string ? never : Name }[keyof Stored]

/** Rows of a table, as a part of the copy. */
export interface CopiedRows {
  table: CopiedTable
  inOrderOf?: string
  /** Columns with the id of the person who acted, and the names under which the copy says in words who it was. */
  by?: Record<string, string>
  json?: readonly string[]
  /** A JSON column that its parts replace. */
  unfolded?: string
  /** Parts that belong to each of the rows: the column with its id, and their names. */
  own?: { linkedBy: string; parts: Record<string, CopiedRows> }
}

type Row = Record<string, unknown>

/** The rows of which a column has one of these values. The copy is for `userId`, '' if it is for someone without an account. */
export async function readRows(
  db: Database,
  { table, inOrderOf, by = {}, json = [], unfolded, own }: CopiedRows,
  { column, values, userId }: { column: string; values: readonly string[]; userId: string },
): Promise<Row[]> {
  const { table: at, ref } = db.dynamic
  const handedOut: readonly string[] = storedData[table].handedOut
  const columns = new Set([...handedOut, ...Object.keys(by), column, ...(own ? ['id'] : [])])
  const query = db
    .selectFrom(at(table).as('row'))
    .select([...columns].map((each) => ref<string>(each)))
    .where(ref(column), 'in', values)
  const rows: Row[] = await (inOrderOf ? query.orderBy(ref(inOrderOf)) : query).execute()
  const ownOf = own && (await readParts(db, own.parts, { column: own.linkedBy, values: rows.map(({ id }) => String(id)), userId }))
  const dropped = [...Object.keys(by), ...(unfolded ? [unfolded] : []), ...(own && !handedOut.includes('id') ? ['id'] : [])]
  return rows.map((row) => {
    const copied: Row = { ...row }
    for (const each of json) copied[each] = JSON.parse(String(row[each]))
    if (unfolded) Object.assign(copied, copied[unfolded])
    for (const each of dropped) delete copied[each]
    for (const [each, name] of Object.entries(by)) copied[name] = row[each] === null ? null : byText(String(row[each]), userId)
    return { ...copied, ...ownOf?.(String(row.id)) }
  })
}

/** Reads parts of the copy that a column links to other rows, by their ids. Returns those of one row, without that column. */
export async function readParts<Name extends string>(
  db: Database,
  parts: Readonly<Record<Name, CopiedRows>>,
  of: { column: string; values: readonly string[]; userId: string },
): Promise<(id: string) => Record<Name, Row[]>> {
  const read: [string, Row[]][] = []
  for (const [name, part] of Object.entries<CopiedRows>(parts)) read.push([name, await readRows(db, part, of)])
  return (id) => Object.fromEntries(read.map(([name, rows]) => [name, ownOf(rows, of.column, id)])) as Record<Name, Row[]>
}

/** The rows that belong to another table's row, without the column that says so. */
export const ownOf = <Link extends string, Owned extends Record<Link, unknown>>(
  rows: readonly Owned[],
  link: Link,
  id: string,
): Omit<Owned, Link>[] => rows.flatMap(({ [link]: owner, ...row }) => (owner === id ? [row] : []))
