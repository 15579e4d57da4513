import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'

/** A placeholder for a value while its query is built. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The names under which PostgreSQL's connections prepare compiled queries, by their texts. */
const preparedNames = new Map<string, string>()

/**
 * The name under which a connection to PostgreSQL may prepare a query, so that it is parsed and planned once. Undefined if it isn't
 * compiled here, or selects `*`, whose columns may change when a newer instance migrates.
 */
export const preparedNameOf = (text: string): string | undefined => preparedNames.get(text)

function mayPrepare(text: string): void {
  if (!preparedNames.has(text) && !text.includes('*')) preparedNames.set(text, `compiled-${preparedNames.size}`)
}

interface Known<Row> {
  query: CompiledQuery<Row>
  /** Values that are the same at every call represent themselves. */
  parameters: readonly unknown[]
}

/**
 * A frequently used query: built and compiled at its first call, sent with other values each time. `build` sees placeholders instead of
 * values: it may pass them on, but not read them. The set of given values may differ between calls (a row with other columns is another
 * query); undefined counts as not given. Plugins added to a database later don't affect compiled queries. Returns the rows.
 */
export function compiledOnce<Given extends object, Row>(build: (db: Kysely<Tables>, given: Given) => Compilable<Row>) {
  const byEngine = new WeakMap<object, Map<string, Known<Row>>>()

  function compile(db: Kysely<Tables>, names: readonly string[]): Known<Row> {
    const given = Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as Given
    const query = build(db, given).compile()
    mayPrepare(query.sql)
    return { query, parameters: query.parameters }
  }

  function knownFor(db: Kysely<Tables>, names: readonly string[]): Known<Row> {
    const { adapter } = db.getExecutor()
    const shapes = byEngine.get(adapter) ?? new Map<string, Known<Row>>()
    byEngine.set(adapter, shapes)
    const shape = names.join()
    const known = shapes.get(shape) ?? compile(db, names)
    shapes.set(shape, known)
    return known
  }

  return async (db: Kysely<Tables>, given: Given): Promise<Row[]> => {
    const values = given as Readonly<Record<string, unknown>>
    const known = knownFor(
      db,
      Object.keys(given).filter((name) => values[name] !== undefined),
    )
    const parameters = known.parameters.map((value) => (value instanceof Placeholder ? values[value.name] : value))
    return (await db.executeQuery<Row>({ ...known.query, parameters } as CompiledQuery<Row>)).rows
  }
}
