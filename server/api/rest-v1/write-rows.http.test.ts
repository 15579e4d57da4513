// @module-tag never-again
import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'
import type { Engine } from '#app/platform/database.ts'
import { type AuthWorld, addFactor, newPerson, openAuth, signedUp } from '#test/support/auth.ts'
import { onEachEngine, onOneEngine } from '#test/support/world.ts'

const post = {
  title: 'Frozen pipes',
  slug: 'frozen-pipes',
  category: 'Winter',
  excerpt: 'What to do first.',
  content: '**Turn the water off**\nThen ring us.',
  meta_description: 'Frozen pipes: what to do first.',
  keywords: 'frost, pipes',
  published: true,
  featured: false,
}

type Role = 'customer' | 'staff'

/** The unmodified client with a real access token of someone of this role; `no one` sends a publishable key. */
async function clientOf(auth: AuthWorld, role: Role | 'nobody') {
  const url = String(auth.urls[0]).replace('/auth/v1', '/rest/v1')
  const headers = (token: string) => ({ apikey: 'key', Authorization: `Bearer ${token}` })
  if (role === 'nobody') return { url, token: 'key', posts: () => new PostgrestClient(url, { headers: headers('key') }).from('blog_posts') }
  const person = newPerson()
  const { session, client } = await signedUp(auth, person)
  await auth.world.services.db.updateTable('authUsers').set({ role }).where('email', '=', person.email).execute()
  const token = session.access_token
  return { url, token, session, client, posts: () => new PostgrestClient(url, { headers: headers(token) }).from('blog_posts') }
}

async function openBlog(engine: Engine) {
  const auth = await openAuth(engine)
  const { db } = auth.world.services
  await db.deleteFrom('blogPosts').execute()
  return { auth, db, stored: () => db.selectFrom('blogPosts').selectAll().orderBy('id').execute() }
}

onEachEngine('Staff with an access token', (engine) => {
  test('write, read, change and delete posts with the unmodified client', async () => {
    const { auth, db, stored } = await openBlog(engine)
    const { posts } = await clientOf(auth, 'staff')
    const nobody = await clientOf(auth, 'nobody')

    const plain = await posts().insert({ ...post, published_at: new Date(0).toISOString() })
    expect(plain).toMatchObject({ error: null, status: 201, data: null })
    const [first] = await stored()
    expect(first).toMatchObject({
      title: post.title,
      metaDescription: post.meta_description,
      published: 1,
      author: 'Emergency Plumbers London',
    })
    // The server sets the publication time.
    expect(Date.parse(String(first?.publishedAt))).toBeGreaterThan(Date.now() - 60_000)

    const draft = { ...post, title: 'A draft', slug: 'a-draft', published: false }
    const several = await posts()
      .insert([draft, { ...draft, slug: 'another-draft' }])
      .select('slug, published, published_at')
    expect(several).toMatchObject({ error: null, status: 201 })
    expect(several.data).toEqual([
      { slug: 'a-draft', published: false, published_at: null },
      { slug: 'another-draft', published: false, published_at: null },
    ])
    expect((await posts().select('slug').order('slug')).data).toEqual([
      { slug: 'a-draft' },
      { slug: 'another-draft' },
      { slug: 'frozen-pipes' },
    ])
    expect((await nobody.posts().select('slug')).data).toEqual([{ slug: 'frozen-pipes' }])

    const published = await posts().update({ published: true }).eq('slug', 'a-draft').select('slug, published_at').single()
    expect(published).toMatchObject({ error: null, status: 200, data: { slug: 'a-draft', published_at: expect.stringMatching(/Z$/) } })
    expect((await nobody.posts().select('slug').eq('slug', 'a-draft')).data).toHaveLength(1)
    expect(await posts().update({ published: false }, { count: 'exact' }).eq('slug', 'a-draft')).toMatchObject({
      status: 204,
      count: 1,
      data: null,
    })
    expect((await posts().select('published_at').eq('slug', 'a-draft')).data).toEqual([{ published_at: null }])

    const deleted = await posts().delete().eq('published', false).select('slug').order('slug')
    expect(deleted.error?.code).toBe('PGRST127')
    const gone = await posts().delete({ count: 'exact' }).eq('published', false).select('slug')
    expect([gone.status, gone.count, gone.data?.map(({ slug }) => slug).toSorted()]).toEqual([200, 2, ['a-draft', 'another-draft']])
    expect((await stored()).map(({ slug }) => slug)).toEqual(['frozen-pipes'])
    const audit = await db.selectFrom('auditLog').select('action').where('action', 'like', 'post.%').orderBy('id').execute()
    expect(audit.map(({ action }) => action)).toEqual([
      ...['post.create', 'post.create', 'post.create'],
      ...['post.publish', 'post.unpublish', 'post.delete', 'post.delete'],
    ])
  })

  test('are told what is wrong, by the codes that clients know, and nothing is written', async () => {
    const { auth, stored } = await openBlog(engine)
    const { posts } = await clientOf(auth, 'staff')
    await posts().insert([post, { ...post, slug: 'other' }])
    const before = await stored()
    const { title, ...untitled } = post
    const wrong = [
      [posts().insert(post), 409, '23505'],
      [posts().insert(untitled), 400, '23502'],
      [posts().insert({ ...post, slug: 'new', title: '  ' }), 400, '23514'],
      [posts().insert({ ...post, slug: 'Not a slug' }), 400, '23514'],
      [posts().insert({ ...post, slug: 'new', id: 'no-uuid' }), 400, '22P02'],
      [posts().insert({ ...post, slug: 'new', stars: 5 }), 400, 'PGRST204'],
      [posts().upsert(post), 400, 'PGRST127'],
      [posts().update({ slug: 'other' }).eq('slug', post.slug), 409, '23505'],
      [posts().update({ title: 'x' }), 400, '21000'],
      [posts().update({ title: 'x' }).eq('category', 'Winter').select().single(), 406, 'PGRST116'],
      [posts().delete(), 400, '21000'],
      [posts().delete().eq('category', 'none').select().single(), 406, 'PGRST116'],
    ] as const
    for (const [at, [asked, status, code]] of wrong.entries()) {
      const answer = await asked
      expect([at, answer.status, answer.error?.code]).toEqual([at, status, code])
    }
    expect(await stored()).toEqual(before)
  })

  test('find a post that someone else has changed by its updated_at, as one client locks out another', async () => {
    const { auth, stored } = await openBlog(engine)
    const { posts } = await clientOf(auth, 'staff')
    const { data } = await posts().insert(post).select('id, updated_at').single()
    const version = String(data?.updated_at)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        posts()
          .update({ title: `Title ${at}` })
          .eq('id', String(data?.id))
          .eq('updated_at', version)
          .select('title'),
      ),
    )
    const saved = answers.flatMap((answer) => answer.data ?? [])
    expect(saved).toHaveLength(1)
    expect(await stored()).toMatchObject([{ title: saved[0]?.title }])
  })
})

onOneEngine('A user who is not staff', (engine) => {
  test('writes nothing and sees no draft: 401 for no one signed in, 403 for a customer, also with the role lost, the session ended or a password too short for staff', async () => {
    const { auth, db, stored } = await openBlog(engine)
    const staff = await clientOf(auth, 'staff')
    await staff.posts().insert([post, { ...post, slug: 'draft', published: false }])
    const before = await stored()
    const refuse = async (posts: typeof staff.posts, status: number, code: string) => {
      const asked = [
        posts().insert({ ...post, slug: 'x' }),
        posts().update({ title: 'x' }).eq('slug', post.slug),
        posts().delete().eq('slug', post.slug),
      ]
      for (const answer of await Promise.all(asked)) expect([answer.status, answer.error?.code]).toEqual([status, code])
      expect(await stored()).toEqual(before)
    }
    const slugs = async (posts: typeof staff.posts) => (await posts().select('slug')).data
    await refuse((await clientOf(auth, 'nobody')).posts, 401, '42501')
    const customer = await clientOf(auth, 'customer')
    await refuse(customer.posts, 403, '42501')
    expect(await slugs(customer.posts)).toEqual([{ slug: post.slug }])

    await db.updateTable('authUsers').set({ role: 'customer' }).where('role', '=', 'staff').execute()
    await refuse(staff.posts, 403, '42501')
    expect(await slugs(staff.posts)).toEqual([{ slug: post.slug }])
    await db.updateTable('authUsers').set({ role: 'staff', passwordSuitsStaff: 0 }).execute()
    await refuse(staff.posts, 403, '42501')
    expect(await slugs(staff.posts)).toEqual([{ slug: post.slug }])
    await db.updateTable('authUsers').set({ passwordSuitsStaff: 1 }).execute()
    expect(await slugs(staff.posts)).toHaveLength(2)
    await staff.client?.signOut()
    await refuse(staff.posts, 401, 'PGRST301')
  })

  test('sends a token that is not ours, or late', async () => {
    const { auth } = await openBlog(engine)
    const { token, url } = await clientOf(auth, 'staff')
    const [head, , signature] = token.split('.')
    const claims = Buffer.from(JSON.stringify({ sub: 'x', role: 'staff', exp: 1 })).toString('base64url')
    const ask = (bearer: string) => new PostgrestClient(url, { headers: { Authorization: `Bearer ${bearer}` } }).from('blog_posts').select()
    expect(await ask(`${head}.${claims}.${signature}`)).toMatchObject({ status: 401, error: { code: 'PGRST303' } })
    const later = Buffer.from(JSON.stringify({ sub: 'x', role: 'staff', exp: 9_999_999_999 })).toString('base64url')
    expect(await ask(`${head}.${later}.${signature}`)).toMatchObject({ status: 401, error: { code: 'PGRST301' } })
  })

  test('has a password alone where a second step is set: staff then have no role here', async () => {
    const { auth, stored } = await openBlog(engine)
    const { posts, session } = await clientOf(auth, 'staff')
    await addFactor(auth, String(session?.user.id))
    expect((await posts().insert(post)).status).toBe(403)
    expect(await stored()).toEqual([])
  })
})
