import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Services } from '#app/platform/services.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onEachEngine } from '#test/support/world.ts'
import { columns, parseRowsQuery } from './query-rows.ts'
import { countRows, readRows } from './read-rows.ts'

/** In the order of their bytes. */
const titles = ['B', 'a', 'a*b', 'aXb', 'a\\b', 'a_b', 'b\\', 'É', '李😀']
/** No date, or the first or second hour of the night the clocks go forward. */
const dates: Record<string, 1 | 2> = { a: 1, 'a*b': 2, aXb: 2, 'a\\b': 2, a_b: 2, '李😀': 1 }
const instant = (hour: number) => `2026-03-29T0${hour}:30:00.000Z`

/** The ids fall as the titles rise. */
const posts = titles.map((title, at): BlogPostsTable => {
  const publishedAt = dates[title] ? instant(dates[title] - 1) : null
  const texts = {
    slug: `${at}`,
    category: 'x',
    excerpt: 'x',
    content: 'x',
    metaDescription: 'x',
    keywords: 'x',
    author: 'x',
    madeFrom: null,
  }
  const [createdAt, featured] = [instant(0), title === 'b\\' ? (1 as const) : (0 as const)]
  const id = `01939c1e-0000-7000-8000-00000000000${9 - at}`
  return { ...texts, id, title, published: 1, featured, createdAt, updatedAt: createdAt, publishedAt }
})
const draft: BlogPostsTable = { ...(posts[0] as BlogPostsTable), id: '01939c1e-0000-7000-8000-0000000000ff', slug: 'draft', published: 0 }

/** Allows published posts without a date, so that queries meet nulls, and gives PostgreSQL a natural-language collation. */
async function loosen({ db, engine }: Services) {
  if (engine === 'sqlite') return void (await sql`pragma ignore_check_constraints = on`.execute(db))
  await sql`alter table blog_posts drop constraint blog_posts_check`.execute(db)
  for (const [column, { type }] of Object.entries(columns))
    if (type !== 'boolean') await sql`alter table blog_posts alter column ${sql.ref(column)} type text collate "und-x-icu"`.execute(db)
}

const without = (...some: string[]) => titles.filter((title) => !some.includes(title))
const undated = ['B', 'b\\', 'É']
const dated = without(...undated)
const one = ['a', '李😀']
const two = ['a*b', 'aXb', 'a\\b', 'a_b']

/** The rows that each filter finds, in the order of their titles. */
const found: [column: string, filter: string, found: string[]][] = [
  ['title', 'eq.a', ['a']],
  ['title', 'neq.a', without('a')],
  ['title', 'not.eq.a', without('a')],
  ['title', 'gt.a_b', ['b\\', 'É', '李😀']],
  ['title', 'gte.b\\', ['b\\', 'É', '李😀']],
  ['title', 'lt.a', ['B']],
  ['title', 'not.lte.a', without('B', 'a')],
  ['title', 'in.(a,"a\\\\b",none)', ['a', 'a\\b']],
  ['title', 'not.in.(a,B)', without('a', 'B')],
  ['title', 'in.()', []],
  ['published_at', 'not.in.()', titles],
  // Only * and % mean any text, and _ one character; a backslash escapes them.
  ['title', 'like.a*b', two],
  ['title', 'like.a%', ['a', ...two]],
  ['title', 'like.a_b', two],
  ['title', 'like.a\\_b', ['a_b']],
  ['title', 'like.a\\*b', ['a*b']],
  ['title', 'like.a\\\\b', ['a\\b']],
  ['title', 'like.*\\', ['b\\']],
  ['title', 'like.李_', ['李😀']],
  ['title', 'like.A*', []],
  ['title', 'not.like.a*', ['B', 'b\\', 'É', '李😀']],
  // Only ASCII letters are equal in either case.
  ['title', 'ilike.AxB', ['aXb']],
  ['title', 'ilike.b*', ['B', 'b\\']],
  ['title', 'ilike.é', []],
  ['title', 'not.ilike.É', without('É')],
  ['published_at', 'is.null', undated],
  ['published_at', 'is.not_null', dated],
  ['published_at', 'not.is.null', dated],
  // A row without a date is neither before, after nor other than one.
  ['published_at', `neq.${instant(0)}`, two],
  ['published_at', `not.gt.${instant(0)}`, one],
  ['published_at', `not.in.(${instant(0)})`, two],
  ['published_at', 'eq.2026-03-29 00:30:00', one],
  ['published_at', 'gte.2026-03-29T02:30:00+01:00', two],
  ['published_at', 'lte.2026-03-29T06:00:00.000+05:30', one],
  ['featured', 'is.true', ['b\\']],
  ['featured', 'not.is.true', without('b\\')],
  ['featured', 'neq.Yes', without('b\\')],
  ['featured', 'in.(off)', without('b\\')],
  ['id', `eq.${posts[1]?.id.toUpperCase()}`, ['a']],
  ['id', `gt.${posts[2]?.id}`, ['B', 'a']],
]

/** The resulting order; ties by id, the highest first. */
const orders: [order: string, first: string[]][] = [
  ['title', titles],
  ['title.desc', titles.toReversed()],
  ['published_at', [...one, ...two, ...undated]],
  ['published_at.desc', [...undated, ...two, ...one]],
  ['published_at.asc.nullsfirst', [...undated, ...one, ...two]],
  ['published_at.desc.nullslast,title.desc', [...two.toReversed(), ...one.toReversed(), ...undated.toReversed()]],
]

onEachEngine('Filters, orders, offset and limit', (engine) => {
  test('find and order posts by their bytes, with nulls as PostgreSQL has them', async () => {
    const { services } = await freshWorld(engine)
    await loosen(services)
    await services.db.deleteFrom('blogPosts').execute()
    await services.db
      .insertInto('blogPosts')
      .values([...posts, draft])
      .execute()
    const read = async (parameters: string[][]) => {
      const query = parseRowsQuery(new URLSearchParams(parameters).toString())
      const { rows } = await readRows(services, 'anon', query)
      return { count: await countRows(services, 'anon', query), rows: rows.map(({ title }) => title) }
    }
    for (const [column, filter, rows] of found)
      expect([
        column,
        filter,
        await read([
          [column, filter],
          ['order', 'title'],
        ]),
      ]).toEqual([column, filter, { count: rows.length, rows }])
    for (const [order, rows] of orders) expect([order, (await read([['order', order]])).rows]).toEqual([order, rows])
    const part = await read(Object.entries({ id: `gt.${posts[7]?.id}`, title: 'gt.B', order: 'title', offset: '1', limit: '2' }))
    expect(part).toEqual({ count: 6, rows: ['a*b', 'aXb'] })
  })
})
