import { expect, test } from 'vitest'
import { authenticate, type SignedIn } from '#app/features/accounts/authenticate.server.ts'
import type { Engine } from '#app/platform/database.ts'
import type { Services } from '#app/platform/services.ts'
import { days, minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { retention } from '#content/retention.ts'
import { chores } from '#server/jobs.ts'
import { type AuthWorld, newPerson, openAuth, signedUp } from '#test/support/auth.ts'
import { countOutcomes, openPeers } from '#test/support/fresh.ts'
import { onOneEngine, racing } from '#test/support/world.ts'
import { readAdminList } from './admin-list.server.ts'
import { createPosts } from './create-post.server.ts'
import { deletePost, restorePost } from './delete-post.server.ts'
import { editPost, publishPost } from './edit-post.server.ts'
import { emptyFields, type PostFields } from './post-fields.ts'

const fieldsOf = (changes: Partial<PostFields> = {}): PostFields => ({
  ...emptyFields,
  title: 'Frozen pipes',
  category: 'Winter',
  excerpt: 'What to do first.',
  content: 'Turn the water off.',
  ...changes,
})

/** A staff member with a real session. */
async function joined(auth: AuthWorld): Promise<SignedIn> {
  const person = newPerson()
  const { session } = await signedUp(auth, person)
  const { services } = auth.world
  await services.db.updateTable('authUsers').set({ role: 'staff' }).where('email', '=', person.email).execute()
  return authenticate(services, `Bearer ${session.access_token}`)
}

/** Instances on one database without posts, two staff members, and a count of how often pages were invalidated. */
async function openBlog(engine: Engine, instances = 1) {
  const auth = await openAuth(engine)
  const { world } = auth
  const told = { count: 0 }
  const tell = (services: Services): Services => ({ ...services, pagesChanged: () => void told.count++ })
  const peers = (instances === 1 ? [world.services] : openPeers(world, instances)).map(tell)
  const [services, staff, colleague] = [tell(world.services), await joined(auth), await joined(auth)]
  await services.db.deleteFrom('blogPosts').execute()
  return {
    ...{ world, services, peers, staff, colleague, told },
    posts: () => services.db.selectFrom('blogPosts').selectAll().orderBy('id').execute(),
    async create(changes: Partial<PostFields> = {}, id = newId()) {
      const [post] = await createPosts(services, staff, [{ fields: fieldsOf(changes), id }], { mayRepeat: true })
      if (!post) throw new Error('no post')
      return post
    },
    audited: async () =>
      await services.db
        .selectFrom('auditLog')
        .select(['action', 'subject', 'actor'])
        .where('action', 'like', 'post.%')
        .orderBy('id')
        .execute(),
  }
}

onOneEngine('A post', (engine) => {
  test('gets its slug from its title, has a date only while it is published, and each step is in the log', async () => {
    const blog = await openBlog(engine)
    const { services, staff, world } = blog
    const post = await blog.create({ title: '  Émilie’s  frozen -- PIPES!? ' })
    expect(post).toMatchObject({ slug: 'emilies-frozen-pipes', published: 0, publishedAt: null, author: 'Emergency Plumbers London' })
    world.clock.advance(minutes(5))
    const published = await publishPost(services, staff, { id: post.id, published: true })
    expect(published.publishedAt).toBe(world.clock.now().toISOString())
    world.clock.advance(minutes(5))
    // It keeps its date when it's edited or published again.
    await publishPost(services, staff, { id: post.id, published: true })
    const edited = await editPost(services, staff, { id: post.id, version: published.updatedAt, fields: fieldsOf({ published: true }) })
    expect(edited.publishedAt).toBe(published.publishedAt)
    expect(await publishPost(services, staff, { id: post.id, published: false })).toMatchObject({ published: 0, publishedAt: null })
    expect(await deletePost(services, staff, post.id)).toBe(true)
    expect(await deletePost(services, staff, post.id)).toBe(false)
    const actor = staff.account.user.id
    expect(await blog.audited()).toEqual(
      ['create', 'publish', 'edit', 'unpublish', 'delete'].map((act) => ({ action: `post.${act}`, subject: post.id, actor })),
    )
    expect(blog.told.count).toBeGreaterThanOrEqual(5)
  })

  test('stays a text, whatever it says, and is refused where it could not be stored', async () => {
    const blog = await openBlog(engine)
    const hostile = `<script>alert(1)</script> '; drop table blog_posts; -- \u0000\u0007 \ud800 ${'😀'}`
    const post = await blog.create({ title: hostile, content: hostile, keywords: hostile, slug: 'hostile' })
    expect(post.content).toBe(`<script>alert(1)</script> '; drop table blog_posts; --  \ufffd 😀`)
    expect(await blog.posts()).toMatchObject([{ title: post.content, content: post.content }])
    const wrong: [Partial<PostFields>, object][] = [
      [
        { title: ' ', content: '\u0000', excerpt: '' },
        { title: 'missing', content: 'missing', excerpt: 'missing' },
      ],
      [{ category: '' }, { category: 'missing' }],
      [{ slug: 'Not a slug' }, { slug: 'not-a-slug' }],
      [{ slug: 'a--b' }, { slug: 'not-a-slug' }],
      [{ title: '李' }, { slug: 'not-a-slug' }],
      [{ metaDescription: 'x'.repeat(161) }, { metaDescription: 'too-long' }],
      [{ content: 'x'.repeat(20_001) }, { content: 'too-long' }],
    ]
    for (const [changes, problems] of wrong)
      await expect(blog.create(changes)).rejects.toMatchObject({ code: 'invalid_post', fields: problems })
    expect(await blog.posts()).toHaveLength(1)
    expect(await blog.create({ slug: 'at-its-longest', metaDescription: 'x'.repeat(160), content: 'x'.repeat(20_000) })).toBeDefined()
  })

  test('that is sent again under its id is there once, also when it was changed or deleted meanwhile; another text is refused', async () => {
    const blog = await openBlog(engine)
    const { services, staff } = blog
    const post = await blog.create()
    expect(await blog.create({}, post.id)).toEqual(post)
    await publishPost(services, staff, { id: post.id, published: true })
    expect((await blog.create({}, post.id)).id).toBe(post.id)
    await expect(blog.create({ content: 'Another text.' }, post.id)).rejects.toMatchObject({ code: 'post_exists' })
    await deletePost(services, staff, post.id)
    expect((await blog.create({}, post.id)).id).toBe(post.id)
    expect(await blog.posts()).toEqual([])
    await expect(blog.create({ content: 'Another text.' }, post.id)).rejects.toMatchObject({ code: 'post_exists' })
    expect((await blog.audited()).filter(({ action }) => action === 'post.create')).toHaveLength(1)
  })

  test('that is deleted comes back as it was for as long as is said, unless its slug has been taken', async () => {
    const blog = await openBlog(engine)
    const { services, staff, world } = blog
    const post = await blog.create({ published: true, featured: true })
    await deletePost(services, staff, post.id)
    world.clock.advance(days(retention.deletedPostDays) - minutes(1))
    for (const chore of chores) await chore(services)
    expect((await readAdminList(services)).deleted).toMatchObject([{ id: post.id, title: post.title }])
    const other = await blog.create()
    await expect(restorePost(services, staff, post.id)).rejects.toMatchObject({ code: 'slug_taken' })
    // The refused attempts lost nothing.
    await editPost(services, staff, { id: other.id, version: other.updatedAt, fields: fieldsOf({ slug: 'moved' }) })
    expect(await restorePost(services, staff, post.id)).toEqual(post)
    expect((await blog.posts()).find(({ id }) => id === post.id)).toEqual(post)
    await expect(restorePost(services, staff, post.id)).rejects.toMatchObject({ code: 'no_such_post' })

    await deletePost(services, staff, post.id)
    world.clock.advance(days(retention.deletedPostDays) + minutes(1))
    for (const chore of chores) await chore(services)
    await expect(restorePost(services, staff, post.id)).rejects.toMatchObject({ code: 'no_such_post' })
  })

  test('is written by staff only: a user who has just left the staff can write nothing', async () => {
    const blog = await openBlog(engine)
    const { services, staff } = blog
    const post = await blog.create()
    await deletePost(services, staff, (await blog.create({ slug: 'gone' })).id)
    const before = await blog.posts()
    await services.db.updateTable('authUsers').set({ role: 'customer' }).where('id', '=', staff.account.user.id).execute()
    const tries = await Promise.allSettled([
      blog.create({ slug: 'new' }),
      editPost(services, staff, { id: post.id, version: post.updatedAt, fields: fieldsOf({ title: 'x' }) }),
      publishPost(services, staff, { id: post.id, published: true }),
      deletePost(services, staff, post.id),
    ])
    for (const result of tries) expect(result).toMatchObject({ status: 'rejected', reason: { code: 'not_staff' } })
    expect(await blog.posts()).toEqual(before)
  })
})

onOneEngine('Two editors at once', (engine) => {
  test('on one version: one saves, the others are told, and nothing is overwritten', async () => {
    const blog = await openBlog(racing(engine), 4)
    const { staff, colleague, peers } = blog
    let { updatedAt: version, id } = await blog.create()
    for (let round = 0; round < 6; round++) {
      const saves = peers.map((services, at) =>
        editPost(services, at % 2 ? staff : colleague, { id, version, fields: fieldsOf({ title: `Round ${round}, editor ${at}` }) }),
      )
      const results = await Promise.allSettled(saves)
      expect(countOutcomes(results)).toEqual({ ok: 1, post_changed: 3 })
      const winner = results.find((result) => result.status === 'fulfilled')
      const [stored] = await blog.posts()
      expect(stored).toEqual(winner?.value)
      expect(stored?.updatedAt).not.toBe(version)
      version = String(stored?.updatedAt)
    }
    expect((await blog.audited()).filter(({ action }) => action === 'post.edit')).toHaveLength(6)
  })

  test('who save the same are both right', async () => {
    const blog = await openBlog(racing(engine), 2)
    const { id, updatedAt: version } = await blog.create()
    const fields = fieldsOf({ title: 'The same' })
    const results = await Promise.allSettled(blog.peers.map((services) => editPost(services, blog.staff, { id, version, fields })))
    expect(countOutcomes(results)).toEqual({ ok: 2 })
  })

  test('wanting one slug: one has it', async () => {
    const blog = await openBlog(racing(engine), 4)
    const { staff, colleague, peers } = blog
    const moving = [await blog.create({ slug: 'first' }), await blog.create({ slug: 'second' })] as const
    for (let round = 0; round < 3; round++) {
      const slug = `wanted-${round}`
      const tries = peers.flatMap((services, at) => {
        const who = at % 2 ? staff : colleague
        return [
          createPosts(services, who, [{ fields: fieldsOf({ slug }) }]).then(() => undefined),
          blog.services.db
            .selectFrom('blogPosts')
            .selectAll()
            .where('id', '=', moving[at % 2 ? 1 : 0].id)
            .executeTakeFirstOrThrow()
            .then((post) =>
              editPost(services, who, { id: post.id, version: post.updatedAt, fields: fieldsOf({ slug, excerpt: `${at}` }) }),
            ),
        ]
      })
      const outcomes = countOutcomes(await Promise.allSettled(tries))
      expect(Object.keys(outcomes).filter((name) => !['ok', 'slug_taken', 'post_changed'].includes(name))).toEqual([])
      expect((await blog.posts()).filter((post) => post.slug === slug)).toHaveLength(1)
    }
  })

  test('sending one post from two tabs, deleting it, bringing it back: each happens once', async () => {
    const blog = await openBlog(racing(engine), 4)
    const { staff, peers } = blog
    const id = newId()
    const made = await Promise.all(peers.map((services) => createPosts(services, staff, [{ fields: fieldsOf(), id }], { mayRepeat: true })))
    expect(new Set(made.flat().map((post) => post.id)).size).toBe(1)
    expect(await blog.posts()).toHaveLength(1)
    const deleted = await Promise.all(peers.map((services) => deletePost(services, staff, id)))
    expect(deleted.filter(Boolean)).toHaveLength(1)
    const restored = await Promise.allSettled(peers.map((services) => restorePost(services, staff, id)))
    expect(countOutcomes(restored)).toEqual({ no_such_post: 3, ok: 1 })
    expect(await blog.posts()).toHaveLength(1)
    expect((await blog.audited()).map(({ action }) => action)).toEqual(['post.create', 'post.delete', 'post.restore'])
  })
})
