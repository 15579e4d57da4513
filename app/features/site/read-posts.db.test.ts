import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Services } from '#app/platform/services.ts'
import { newId } from '#app/values/ids.ts'
import { builtInPosts } from '#content/posts/index.ts'
import * as postsOf2026 from '#db/migrations/0032-posts-of-2026.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onOneEngine } from '#test/support/world.ts'
import { readPost, readPosts } from './read-posts.server.ts'

const post = (slug: string, changes: Partial<BlogPostsTable> = {}): BlogPostsTable => ({
  id: newId(),
  slug,
  title: `Title of ${slug}`,
  category: 'Stopcocks',
  excerpt: 'In short',
  content: 'At **length**',
  metaDescription: 'For searchers',
  keywords: 'a, b',
  author: 'Priya Raman',
  published: 1,
  featured: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  publishedAt: '2026-01-03T00:00:00.000Z',
  madeFrom: null,
  ...changes,
})
const draft = (slug: string) => post(slug, { published: 0, publishedAt: null, createdAt: '2027-01-01T00:00:00.000Z' })

onOneEngine('The posts of pages', (engine) => {
  /** A world with only these posts, and its log. */
  async function worldOf(posts: BlogPostsTable[]) {
    const { services } = await freshWorld(engine)
    await services.db.deleteFrom('blogPosts').execute()
    if (posts.length > 0) await services.db.insertInto('blogPosts').values(posts).execute()
    const logged: unknown[][] = []
    const log = { ...services.log, error: (...parts: unknown[]) => void logged.push(parts) } as Services['log']
    return { services: { ...services, log }, logged }
  }

  const renameTable = ({ db }: Services, from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db)

  const slugs = async (services: Services, most?: number) => (await readPosts(services, most)).result.map(({ slug }) => slug)

  test('take the words of 2026 where the site started with them, unless they were edited', async () => {
    const untouched = { updatedAt: '2026-01-01T00:00:00.000Z' }
    const { services } = await worldOf([
      post('emergency-plumbing-costs-2025', untouched),
      post('find-your-stopcock'),
      post('of-our-own', untouched),
    ])
    await postsOf2026.up(services.db as unknown as Kysely<unknown>)
    const [guide, stopcock, own] = await Promise.all(
      ['emergency-plumbing-costs-2026', 'find-your-stopcock', 'of-our-own'].map((slug) => readPost(services, slug)),
    )
    expect(guide?.result).toMatchObject({ title: 'Emergency Plumbing Costs: 2026 Guide', content: expect.stringContaining('£119') })
    expect([stopcock, own].map((read) => read?.result?.content)).toEqual(['At **length**', 'At **length**'])
    expect((await readPost(services, 'emergency-plumbing-costs-2025')).result).toBeUndefined()
  })

  test('are the published ones, newest first by when they were begun, the later id first', async () => {
    const ids = Array.from({ length: 3 }, newId)
    const sameTime = ids.map((id, at) => post(`same-${at}`, { id, createdAt: '2026-02-01T00:00:00.000Z' }))
    const { services } = await worldOf([
      post('old', { createdAt: '2025-12-31T23:59:59.999Z', publishedAt: '2026-12-01T00:00:00.000Z' }),
      ...sameTime,
      draft('draft'),
      post('new', { createdAt: '2026-03-01T00:00:00.000Z', publishedAt: '2026-03-01T00:00:00.000Z' }),
    ])
    expect(await slugs(services)).toEqual(['new', 'same-2', 'same-1', 'same-0', 'old'])
    expect(await slugs(services, 2)).toEqual(['new', 'same-2'])
    expect((await readPosts(services)).failed).toBe(false)
  })

  test('are told by the date of publishing, and carry no text', async () => {
    const { services } = await worldOf([post('one')])
    expect((await readPosts(services)).result).toEqual([
      {
        slug: 'one',
        title: 'Title of one',
        category: 'Stopcocks',
        excerpt: 'In short',
        date: '2026-01-03T00:00:00.000Z',
        updatedAt: '2026-01-02T00:00:00.000Z',
      },
    ])
  })

  test('may be none, which is no failure', async () => {
    const { services, logged } = await worldOf([draft('draft')])
    expect(await readPosts(services)).toEqual({ result: [], failed: false })
    expect(await readPost(services, 'draft')).toEqual({ result: undefined, failed: false })
    expect(logged).toEqual([])
  })

  test('are found by their whole slug, whatever it holds, and as drafts by no one', async () => {
    const odd = ['../etc', '%', '_', 'a/b?c#d', '“quotes”', "' or 1=1 --", '<script>', 'null', 'İ', '\u202eabc']
    const { services } = await worldOf([...odd.map((slug) => post(slug)), draft('draft')])
    for (const slug of odd)
      expect((await readPost(services, slug)).result).toMatchObject({ slug, content: 'At **length**', author: 'Priya Raman' })
    for (const slug of ['draft', 'nothing', '', 'a', '%%', 'NULL']) expect((await readPost(services, slug)).result, slug).toBeUndefined()
  })

  test('have a slug that an address can hold, also where half a character was written', async () => {
    const { services } = await worldOf([post('half \ud83d')])
    expect((await slugs(services)).map((slug) => encodeURIComponent(slug))).toHaveLength(1)
  })

  test('are the built-in ones while the table cannot be read, and again the rows once it can', async () => {
    const { services, logged } = await worldOf([post('one')])
    await renameTable(services, 'blog_posts', 'elsewhere')
    expect(await slugs(services)).toEqual(builtInPosts.map(({ slug }) => slug))
    expect(await slugs(services, 2)).toEqual(builtInPosts.slice(0, 2).map(({ slug }) => slug))
    expect((await readPosts(services)).failed).toBe(true)
    for (const { slug, title, content, createdAt } of builtInPosts)
      expect(await readPost(services, slug)).toMatchObject({ result: { slug, title, content, publishedAt: createdAt }, failed: true })
    // One entry for each of three lists and for each post.
    expect(logged.map(([, message]) => message)).toEqual(Array(3 + builtInPosts.length).fill('Failed to fetch blog posts'))
    expect(logged[0]?.[0]).toMatchObject({ error: { message: expect.stringContaining('blog_posts') } })
    // Neither source can say whether the post exists, so this is an error, not a 404.
    await expect(readPost(services, 'one')).rejects.toThrow()

    await renameTable(services, 'elsewhere', 'blog_posts')
    logged.length = 0
    expect(await readPosts(services)).toMatchObject({ result: [{ slug: 'one' }], failed: false })
    expect(await readPost(services, 'one')).toMatchObject({ result: { slug: 'one' }, failed: false })
    expect((await readPost(services, builtInPosts[0]?.slug ?? '')).result).toBeUndefined()
    expect(logged).toEqual([])
  })

  test('are the same from a fresh database as without one', async () => {
    const { services } = await freshWorld(engine)
    const stored = { list: await readPosts(services), pages: await Promise.all(builtInPosts.map(({ slug }) => readPost(services, slug))) }
    expect(stored.list.failed).toBe(false)
    await renameTable(services, 'blog_posts', 'elsewhere')
    const standIn = { list: await readPosts(services), pages: await Promise.all(builtInPosts.map(({ slug }) => readPost(services, slug))) }
    expect(standIn.list.result).toEqual(stored.list.result)
    expect(standIn.pages.map(({ result }) => result)).toEqual(
      stored.pages.map(({ result }) => {
        const { id, published, featured, madeFrom, ...shown } = result as BlogPostsTable
        return shown
      }),
    )
  })
})
