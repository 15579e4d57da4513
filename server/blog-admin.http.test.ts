import { expect, it } from 'vitest'
import { openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, shareSite } from '#test/support/site.ts'

const admin = '/blog-admin'
const shared = shareSite({ accounts: true })

async function editorOf(site: Site): Promise<PlainBrowser> {
  const editor = openPlainBrowser(site.url)
  await editor.signIn(await site.sampleOf('staff'))
  return editor
}

const typed = {
  intent: 'create',
  title: 'Frozen pipes & “frost”',
  slug: '',
  category: 'Winter',
  excerpt: 'What to do <b>first</b>.',
  content: '**Turn the water off**\n\n<script>alert(1)</script>\n- a point',
  metaDescription: 'Frozen pipes: what to do.',
  keywords: 'frost, pipes',
}

/** The value of a hidden field in the page's first form. */
const hiddenIn = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
/** A page's text without its scripts' data. */
const shownIn = (text: string) => text.replace(/<script[\s\S]*?<\/script>/g, '')
const multipart = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

it('Without JavaScript a post is written, previewed, published, changed, taken back, deleted and brought back; visitors see each at once', async () => {
  const site = await shared()
  const editor = await editorOf(site)
  const visitor = openPlainBrowser(site.url)
  const path = '/blog/frozen-pipes-frost'
  const page = await editor.open(admin)
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect(page.headers.get('x-robots-tag')).toContain('noindex')
  // The list is in memory from here on, and so is the response for the missing page.
  expect((await visitor.open('/blog')).text).not.toContain('Frozen pipes')
  expect((await visitor.open(path)).status).toBe(404)

  // Sent as browsers send it; sending the same form twice creates one post.
  const id = hiddenIn(page.text, 'id')
  for (let time = 0; time < 2; time++) {
    const made = await editor.ask(admin, { method: 'POST', body: multipart({ ...typed, id }), headers: { Origin: site.url } })
    expect(made).toMatchObject({ status: 303, location: `${admin}?done=created&id=${id}` })
  }
  const list = shownIn((await editor.open(`${admin}?done=created&id=${id}`)).text)
  expect(list).toContain('What to do &lt;b&gt;first&lt;/b&gt;.')
  expect((await visitor.open(path)).status).toBe(404)

  const preview = await editor.open(`${admin}/${id}/preview`)
  expect([preview.status, preview.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(preview.headers.get('x-robots-tag')).toContain('noindex')
  expect(preview.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(preview.text).toContain('<h2>Turn the water off</h2>')
  expect((await visitor.open(`${admin}/${id}/preview`)).status).toBe(303)

  expect(await editor.post(admin, { intent: 'publish', id })).toMatchObject({ status: 303, location: `${admin}?done=published&id=${id}` })
  const published = await visitor.open(path)
  expect(published.status).toBe(200)
  expect(published.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(published.text).not.toContain('<script>alert(1)')
  expect((await visitor.open('/blog')).text).toContain('Frozen pipes &amp; “frost”')

  const form = await editor.open(`${admin}/${id}`)
  expect(form.text).toContain('value="Frozen pipes &amp; “frost”"')
  const change = {
    ...typed,
    intent: 'edit',
    slug: 'frozen-pipes-frost',
    title: 'Thawed',
    published: 'on',
    version: hiddenIn(form.text, 'version'),
  }
  expect(await editor.post(`${admin}/${id}`, change)).toMatchObject({ status: 303, location: `${admin}?done=saved` })
  expect((await visitor.open(path)).text).toContain('Thawed')

  expect((await editor.post(admin, { intent: 'unpublish', id })).status).toBe(303)
  expect((await visitor.open(path)).status).toBe(404)
  await editor.post(admin, { intent: 'publish', id })
  expect(await editor.post(admin, { intent: 'delete', id })).toMatchObject({ location: `${admin}?done=deleted&id=${id}` })
  expect((await visitor.open(path)).status).toBe(404)
  expect((await visitor.open('/blog')).text).not.toContain('Thawed')
  expect(await editor.post(admin, { intent: 'restore', id })).toMatchObject({ location: `${admin}?done=restored&id=${id}` })
  expect((await visitor.open(path)).text).toContain('Thawed')
  expect((await editor.post(admin, { intent: 'restore', id })).status).toBe(404)
})

it('What is wrong is said in the form, and nothing typed is lost', async () => {
  const site = await shared()
  const editor = await editorOf(site)
  const posts = () => site.db.selectFrom('blogPosts').select('id').orderBy('id').execute()
  const before = await posts()
  const refuse = async (fields: Record<string, string>, status: number, ...kept: string[]) => {
    const answer = await editor.post(admin, fields)
    expect(answer.status).toBe(status)
    for (const words of kept) expect(shownIn(answer.text)).toContain(words)
  }
  await refuse({ ...typed, content: '', excerpt: ' ' }, 400, 'value="Frozen pipes &amp; “frost”"', 'value="frost, pipes"')
  await refuse({ ...typed, slug: 'find-your-stopcock' }, 409, 'value="find-your-stopcock"')
  await refuse({ ...typed, slug: 'Not a slug' }, 400, 'value="Not a slug"')
  await refuse({ ...typed, metaDescription: 'x'.repeat(161) }, 400, 'x'.repeat(161))
  await refuse({ intent: 'delete', id: '01939c1e-0000-7000-8000-000000000001' }, 404)
  expect((await editor.open(`${admin}/01939c1e-0000-7000-8000-000000000001`)).status).toBe(404)
  expect(await posts()).toEqual(before)
})

it('The second of two editors is told, sees what is saved, keeps what was typed, and may then save', async () => {
  const site = await shared()
  const [one, other] = [await editorOf(site), await editorOf(site)]
  const { id } = await site.db.selectFrom('blogPosts').select('id').where('slug', '=', 'find-your-stopcock').executeTakeFirstOrThrow()
  const path = `${admin}/${id}`
  const version = hiddenIn((await one.open(path)).text, 'version')
  const fields = { ...typed, slug: 'find-your-stopcock', published: 'on', version }
  expect((await one.post(path, { ...fields, title: 'The first' })).status).toBe(303)
  const told = await other.post(path, { ...fields, title: 'The second' })
  expect(told.status).toBe(409)
  for (const words of ['value="The second"', 'The first']) expect(shownIn(told.text)).toContain(words)
  const titleNow = async () => (await site.db.selectFrom('blogPosts').select('title').where('id', '=', id).executeTakeFirstOrThrow()).title
  expect(await titleNow()).toBe('The first')
  expect((await other.post(path, { ...fields, title: 'The second', version: hiddenIn(told.text, 'version') })).status).toBe(303)
  expect(await titleNow()).toBe('The second')
})
