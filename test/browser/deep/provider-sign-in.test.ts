import { expect, it } from 'vitest'
import { sharedChromium } from '#test/support/chromium.ts'
import { fieldsOf, openProviders, signInUrl } from '#test/support/provider-world.ts'
import { openVisitor } from '#test/support/visitor.ts'

it('Signing in with Google works in a browser that keeps cookies as browsers do, and leaves none behind', async () => {
  const world = await openProviders('sqlite')
  const browser = await sharedChromium()
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  const client = world.client({ flowType: 'pkce' })

  // A page on another site: 'localhost' and '127.0.0.1' are different sites.
  const foreign = world.front.url.replace('127.0.0.1', 'localhost')
  await page.goto(`${foreign}/any`)
  const address = await signInUrl(client, 'google', { redirectTo: `${world.front.url}/account` })
  await page.evaluate((url) => window.location.assign(url), address)
  await page.waitForURL((url) => url.pathname === '/account')
  const { data, error } = await client.exchangeCodeForSession(fieldsOf(new URL(page.url()).search).code ?? '')
  expect(error).toBeNull()
  expect(data.user?.email).toBe(world.google.person.email)
  expect((await context.cookies()).filter(({ name }) => name.includes('provider-flow'))).toEqual([])

  // A callback link that a stranger has created doesn't sign anyone in as the stranger.
  const stranger = await openVisitor().go(await signInUrl(world.client(), 'google'), { stopBefore: '/auth/v1/callback' })
  await page.goto(stranger.url.href)
  expect(fieldsOf(new URL(page.url()).hash)).toMatchObject({ error_code: 'bad_oauth_state' })
})
