import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'

/** Stands for a value while its query is built. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

interface Known<Row> {
  query: CompiledQuery<Row>
  /** Values that are the same at every call stand for themselves. */
  parameters: readonly unknown[]
}

/**
 * A query for the paths that many take at once: built and compiled at its first call, sent with other values at each. `build` sees
 * placeholders in the place of the values: it may hand them on, and must not look at them. Which values are given may differ from call to
 * call (a row with other columns is another query); one that is undefined counts as not given. Plugins that are added to a database later
 * see no query that was compiled before. Answers the rows.
 */
export function compiledOnce<Given extends object, Row>(build: (db: Kysely<Tables>, given: Given) => Compilable<Row>) {
  const byEngine = new WeakMap<object, Map<string, Known<Row>>>()

  function compile(db: Kysely<Tables>, names: readonly string[]): Known<Row> {
    const given = Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as Given
    const query = build(db, given).compile()
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
