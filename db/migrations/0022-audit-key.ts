import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/**
 * The log of changes goes on under a key: each entry says which, and one row holds the newest place and hash, which is locked while
 * entries are added. What was written before keeps its plain hashes; entries that were still waiting for theirs get them here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_log add column key_id text`.execute(db)
  await sql`create table audit_head (
    only_one integer primary key check (only_one = 1),
    position integer not null,
    chain_hash text not null
  )`.execute(db)
  const { rows: last } = await sql<Head>`select position, chain_hash from audit_log where position is not null
    order by position desc limit 1`.execute(db)
  let { position, chainHash } = fields(last[0])
  const { rows: waiting } = await sql<Entry>`select id, at, actor, action, subject, detail from audit_log
    where position is null order by id`.execute(db)
  for (const { id, at, actor, action, subject, detail } of waiting) {
    position += 1
    chainHash = createHash('sha256')
      .update(JSON.stringify([chainHash, id, at, actor, action, subject, detail]))
      .digest('hex')
    await sql`update audit_log set position = ${position}, chain_hash = ${chainHash} where id = ${id}`.execute(db)
  }
  await sql`insert into audit_head (only_one, position, chain_hash) values (1, ${position}, ${chainHash})`.execute(db)
}

type Entry = Record<'id' | 'at' | 'actor' | 'action' | 'subject' | 'detail', string>
/** As the database names it, or as a plugin that changes names does. */
type Head = { position: number; chain_hash?: string; chainHash?: string }

const fields = (head: Head | undefined) => ({ position: head?.position ?? 0, chainHash: head?.chain_hash ?? head?.chainHash ?? '' })
