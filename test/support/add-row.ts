import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'

/** Adds rows as they are, which the product never does. */
export const addRow = async <Table extends keyof Tables>(
  db: Kysely<Tables>,
  table: Table,
  rows: Insertable<Tables[Table]> | readonly Insertable<Tables[Table]>[],
): Promise<void> => void (await db.insertInto(table).values(rows).execute())
