import { expect, it } from 'vitest'
import type { Services } from '#app/platform/services.ts'
import { newPerson } from '#test/support/auth.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { newOpenIdPerson, type OpenIdProvider } from '#test/support/openid-provider.ts'
import { openProviders, type ProviderWorld } from '#test/support/provider-world.ts'
import { openVisitor, type Visitor } from '#test/support/visitor.ts'
import { onOneEngine } from '#test/support/world.ts'
import { enterSite } from './enter-site.server.ts'
import { leaveToLink, leaveToSignIn, providersOf } from './leave-for-provider.server.ts'
import { providerProblemOf } from './provider-names.ts'
import { openBySignUp } from './sign-up.server.ts'
import { readSiteSession, type SiteSession } from './site-session.server.ts'

const caller = { clientKey: 'a visitor', userAgent: 'a browser' }
const servicesOf = (world: ProviderWorld): Services => world.auth.world.services

/** A browser that keeps its cookies. */
function keeping(world: ProviderWorld, cookie: string): Visitor {
  const visitor = openVisitor()
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
  const path = /Path=([^;]+)/.exec(cookie)?.[1] ?? '/'
  visitor.cookies.push({ host: new URL(world.front.url).hostname, name, value, path, sent: cookie })
  return visitor
}

const leave = async (world: ProviderWorld, next = '/', provider = 'google') => {
  const { location, cookie } = await leaveToSignIn(servicesOf(world), caller, provider, next)
  return { location, visitor: keeping(world, cookie) }
}

const sidOf = ({ cookies }: Visitor) => cookies.find(({ name }) => name === 'sid')
const sessionsOf = (world: ProviderWorld) => servicesOf(world).db.selectFrom('authSessions').selectAll().execute()
const pathOf = (url: URL) => url.pathname + url.search + url.hash

async function openMember(world: ProviderWorld): Promise<{ viewer: SiteSession; sid: string }> {
  const services = servicesOf(world)
  const person = newPerson()
  await openBySignUp(services, caller, { email: person.email, password: person.password })
  const { cookie } = await enterSite(services, caller, person)
  const sid = cookie.split(';')[0] ?? ''
  return { sid, viewer: (await readSiteSession(services, sid)) ?? expect.fail('nobody is signed in') }
}
const autoconfirm = { env: { AUTH_AUTOCONFIRM: 'on' } }

onOneEngine('Signing in to the site by a provider', (engine) => {
  it.each(['google', 'github'])('%s ends in a cookie that scripts cannot read, and in no token', async (provider) => {
    const world = await openProviders(engine)
    const { location, visitor } = await leave(world, '/account/bookings?a=b', provider)
    const back = await visitor.go(location, { stopBefore: '/auth' })
    expect(pathOf(back.url)).toBe('/auth?next=%2Faccount%2Fbookings%3Fa%3Db')
    expect(sidOf(visitor)?.sent).toMatch(/^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(visitor.cookies.map(({ name }) => name).filter((name) => name.startsWith('provider-flow'))).toEqual([])
    const viewer = await readSiteSession(servicesOf(world), `sid=${sidOf(visitor)?.value}`)
    expect(viewer?.account.identities).toMatchObject([{ provider }])
    expect(viewer?.session).toMatchObject({ aal: 'aal1' })
  })

  it('is for the browser that left: a stranger’s way back signs no one in', async () => {
    const world = await openProviders(engine)
    const { location, visitor } = await leave(world)
    const { url } = await visitor.go(location, { stopBefore: '/auth/v1/callback' })
    const other = openVisitor()
    expect(pathOf((await other.go(url, { stopBefore: '/auth' })).url)).toBe('/auth?problem=late')
    expect(other.cookies).toEqual([])
    expect(await sessionsOf(world)).toEqual([])
  })

  it.each<[string, Partial<OpenIdProvider>]>([
    ['cancelled', { cancels: true }],
    ['unverified', { person: newOpenIdPerson({ email_verified: false }) }],
    ['failed', { forge: (claims, sign) => sign(claims, { ownKey: false }) }],
    ['away', { away: { paths: /token/, how: 'hangs up' } }],
  ])('comes back to the sign-in page as %s, with nothing that the provider said', async (problem, changes) => {
    const world = await openProviders(engine)
    const { location, visitor } = await leave(world, '/account')
    Object.assign(world.google, changes)
    const { url } = await visitor.go(location, { stopBefore: '/auth' })
    expect(pathOf(url)).toBe(`/auth?next=%2Faccount&problem=${problem}`)
    expect(sidOf(visitor)).toBeUndefined()
    expect(await sessionsOf(world)).toEqual([])
  })

  it('opens no account where none are opened', async () => {
    const world = await openProviders(engine, { env: { AUTH_SIGNUP: 'off' } })
    const { location, visitor } = await leave(world)
    expect(pathOf((await visitor.go(location, { stopBefore: '/auth' })).url)).toBe('/auth?problem=closed')
  })
})

onOneEngine('Linking from the site', (engine) => {
  it('adds the identity, and leaves session, level and cookie as they are', async () => {
    const world = await openProviders(engine, autoconfirm)
    const { viewer, sid } = await openMember(world)
    const before = await sessionsOf(world)
    const { location, cookie } = await leaveToLink(servicesOf(world), caller, viewer, 'google')
    expect(new URL(location).searchParams.get('prompt')).toBe('select_account')
    const visitor = keeping(world, cookie)
    const { url } = await visitor.go(location, { stopBefore: '/account/sign-in-with' })
    expect(pathOf(url)).toBe('/account/sign-in-with?linked=google')
    expect(visitor.cookies.filter(({ host, name }) => host === '127.0.0.1' && name === 'sid')).toEqual([])
    expect(await sessionsOf(world)).toEqual(before.filter(({ id }) => id === viewer.session.id))
    const after = await readSiteSession(servicesOf(world), sid)
    expect(after?.account.identities.map(({ provider }) => provider)).toEqual(['email', 'google'])
  })

  it('links nothing where someone else comes back, with a way back or a way there that was handed to them', async () => {
    const world = await openProviders(engine, autoconfirm)
    const { viewer, sid } = await openMember(world)
    const { location, cookie } = await leaveToLink(servicesOf(world), caller, viewer, 'google')
    const stranger = await openVisitor().go(location, { stopBefore: '/account/sign-in-with' })
    expect(pathOf(stranger.url)).toBe('/account/sign-in-with?problem=late')
    expect((await readSiteSession(servicesOf(world), sid))?.account.identities).toHaveLength(1)
    // The user who started it isn't affected: they can still come back and sign in.
    const { url } = await keeping(world, cookie).go(location, { stopBefore: '/account/sign-in-with' })
    expect(pathOf(url)).toBe('/account/sign-in-with?linked=google')
  })
})

onOneEngine('Without a provider', (engine) => {
  it('there is no button for one, and no way to leave', async () => {
    const { services } = await freshWorld(engine)
    expect(providersOf(services)).toEqual([])
    expect(await leaveToSignIn(services, caller, 'google', '/').catch(providerProblemOf)).toBe('off')
  })
})
