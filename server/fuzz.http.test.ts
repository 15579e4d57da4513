// @module-tag never-again
import { Agent, request as httpRequest } from 'node:http'
import fc from 'fast-check'
import { type HTMLElement, parse } from 'node-html-parser'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, type Engine, openSqlite } from '#app/platform/database.ts'
import { londonDay } from '#app/platform/london.ts'
import { newId } from '#app/values/ids.ts'
import { openApp } from '#test/support/app.ts'
import { isDeep, sample, tries } from '#test/support/depth.ts'
import { busyEventLoopMs, measuredEventLoop } from '#test/support/event-loop.ts'
import { freshDataDir, type Instance, openInstance, untilHealthy } from '#test/support/instance.ts'
import { pagePatterns } from '#test/support/page-patterns.ts'
import { openPlainBrowser } from '#test/support/plain-browser.ts'
import { type Example, type FuzzedRequest, fuzzedRequests, type Sender } from '#test/support/request-grammar.ts'
import { bookingBody, onOneEngine, openWorld, testSecret } from '#test/support/world.ts'

/*
 * The server answers every request to every address briefly, without failing and without holding up others. A failure reports the batch,
 * whose seed is the test's seed plus its number, and the request.
 */

const seed = 20_261_122
const batchSize = 100
const mostBytes = 2_000_000
/** In processor time. Far beyond what any answer takes on a slow machine: only a request that is made to be slow exceeds it. */
const longestBusyMs = 5_000
/** Permitted 503 responses: limits that the API documentation describes. */
const statedLimits = /"code":"(payment_not_configured|too_many_listeners)"/
/** Pages that fail on purpose, for developers. */
const failing = ['/dev/error', '/dev/failing']

const serviceKey = 'service-key-of-the-fuzzed-site-0123456789'
const metricsToken = 'metrics-token-of-the-fuzzed-site'
const password = 'correct horse battery staple'
const people = ['customer', 'staff', 'owner'] as const
type Person = (typeof people)[number]

/** A built server on an engine, and a separate connection to its database. */
async function openServer(engine: Engine): Promise<{ instance: Instance; db: Database }> {
  const env = {
    ...measuredEventLoop,
    API_SERVICE_KEY: serviceKey,
    METRICS_TOKEN: metricsToken,
    AUTH_ANONYMOUS: 'on',
    GITHUB_CLIENT_ID: 'client',
    GITHUB_CLIENT_SECRET: 'secret',
    AUTH_GITHUB_URL: 'http://127.0.0.1:1',
    RATE_LIMIT_SCALE: '1000000',
    TRUST_PROXY: '1',
  }
  if (engine === 'sqlite') {
    const dataDir = freshDataDir()
    const instance = await openInstance({ DATA_DIR: dataDir, ...env })
    const { db } = openSqlite(dataDir)
    onTestFinished(() => db.destroy())
    return { instance, db }
  }
  const world = await openWorld('postgres', { poolSize: 2 })
  onTestFinished(world.close)
  const instance = await openInstance({ DATABASE_URL: String(world.databaseUrl), SECRET_KEY: testSecret, ...env })
  return { instance, db: world.services.db }
}

/** A user of each role. Each is signed in again, and the account restored, when a request has ended that. */
async function openCrew(url: string, db: Database) {
  const asService = { authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' }
  const emailOf = (name: string) => `${name}@example.com`
  for (const name of [...people, 'somebody']) {
    const body = JSON.stringify({ email: emailOf(name), password, email_confirm: true })
    const made = await fetch(`${url}/auth/v1/admin/users`, { method: 'POST', headers: asService, body })
    expect(made.status).toBe(200)
  }
  for (const role of people) await db.updateTable('authUsers').set({ role }).where('email', '=', emailOf(role)).execute()
  const accounts = await db.selectFrom('authUsers').selectAll().execute()
  const idOf = (name: string) => accounts.find(({ email }) => email === emailOf(name))?.id ?? ''
  const signedIn = new Map<Sender, { cookie: string; token: string }>()

  async function isSignedIn(name: Person): Promise<boolean> {
    const { cookie = '', token = '' } = signedIn.get(name) ?? {}
    const page = await fetch(`${url}/account`, { headers: { cookie }, redirect: 'manual' })
    await page.arrayBuffer()
    const user = await fetch(`${url}/auth/v1/user`, { headers: { authorization: `Bearer ${token}` } })
    return page.status === 200 && user.status === 200 && (await user.json()).id === idOf(name)
  }

  async function signIn(name: Person) {
    const account = accounts.find(({ id }) => id === idOf(name))
    if (!account) throw new Error(`Nobody is the ${name}`)
    const credentials = { email: emailOf(name), password }
    await db.deleteFrom('authUsers').where('email', '=', credentials.email).where('id', '<>', account.id).execute()
    await db
      .insertInto('authUsers')
      .values(account)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(account))
      .execute()
    const browser = openPlainBrowser(url)
    await browser.signIn(credentials)
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(credentials)
    const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body })
    const session = await answer.json()
    signedIn.set(name, { cookie: `sid=${browser.cookies.get('sid')}`, token: session.access_token })
  }

  return {
    idOf,
    /** Signs in the users who are signed out. */
    async gather() {
      for (const name of people) if (!(await isSignedIn(name))) await signIn(name)
    },
    /** The headers that identify a sender: a bearer token for APIs, a cookie for pages. */
    headersOf(sender: Sender, target: string): Record<string, string> {
      if (target.startsWith('/metrics')) return { authorization: `Bearer ${metricsToken}` }
      if (sender === 'nobody') return {}
      if (sender === 'service') return { authorization: asService.authorization }
      const { cookie = '', token = '' } = signedIn.get(sender) ?? {}
      return /^\/(auth|rest)\/v1\//i.test(target) ? { authorization: `Bearer ${token}` } : { cookie }
    },
  }
}

type Crew = Awaited<ReturnType<typeof openCrew>>

/** Creates bookings with private links, an engineer and an invitation. Returns a value for each path parameter. */
async function fillSite(url: string, db: Database, crew: Crew) {
  const tokens: string[] = []
  for (const serviceLevel of ['standard', 'redline']) {
    const body = JSON.stringify(bookingBody({ email: 'customer@example.com', serviceLevel }))
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/functions/v1/submit-booking`, { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
    tokens.push(
      String((await answer.json()).trackingUrl)
        .split('/')
        .at(-1) ?? '',
    )
  }
  // A visit that has ended, for the form of its review.
  const ended = {
    id: newId(),
    bookingId: (await db.selectFrom('bookings').select('id').executeTakeFirstOrThrow()).id,
    actor: 'staff',
    note: '',
  }
  await db
    .insertInto('bookingEvents')
    .values({ ...ended, at: new Date().toISOString(), fromStatus: 'arrived', toStatus: 'completed' })
    .execute()
  const owner = openPlainBrowser(url)
  await owner.signIn({ email: 'owner@example.com', password })
  await owner.post('/staff/engineers/new', {
    intent: 'save',
    name: 'Dele Okafor',
    phone: '07700 900111',
    gasSafeNumber: '1234567',
    base: 'Borough',
  })
  const onCall = { day: '2099-01-01', from: '18:00', until: '08:00', kind: 'on-call' }
  await owner.post(`/staff/engineers/${crew.idOf('staff')}`, { intent: 'plan', ...onCall })
  await owner.post('/staff/people/invite', { fullName: 'Ade Cole', email: 'new@example.com', role: 'staff' })
  const feed = /\/calendar\/([\w-]{43}\.ics)/.exec((await owner.post('/staff/engineers/calendars', { intent: 'make' })).text)?.[1]
  const idIn = async (table: 'bookings' | 'engineers' | 'shifts' | 'staffInvitations' | 'blogPosts' | 'jobs') =>
    (await db.selectFrom(table).select('id').executeTakeFirst())?.id ?? 'none'
  const { slug } = await db.selectFrom('blogPosts').select('slug').executeTakeFirstOrThrow()
  const parameters: [RegExp, string][] = [
    [/^\/(track|book|review)/, tokens[0] ?? ''],
    [/^\/t\//, tokens[0]?.slice(0, 22) ?? ''],
    [/^\/calendar\//, feed ?? ''],
    [/^\/blog\//, slug],
    [/^\/blog-admin\//, await idIn('blogPosts')],
    [/^\/locations\//, 'whitechapel'],
    [/\/(auth|account)\//, 'github'],
    [/^\/staff\/bookings\//, await idIn('bookings')],
    [/^\/staff\/engineers\/shifts\//, await idIn('shifts')],
    [/^\/staff\/engineers\//, await idIn('engineers')],
    [/^\/staff\/people\/invitations/, await idIn('staffInvitations')],
    [/^\/staff\/people\//, crew.idOf('somebody')],
    [/^\/staff\/settings\/stored/, 'webhook'],
    [/^\/staff\/settings\/business/, 'rates'],
    [/^\/staff\/deliveries\//, await idIn('jobs')],
    [/^\/staff\/analytics\//, 'days.csv'],
  ]
  return {
    tokens,
    pathOf: (pattern: string) => pattern.replace(/:\w+/, parameters.find(([at]) => at.test(pattern))?.[1] ?? 'none').replace('*', 'none'),
  }
}

/** Values for fields that the page leaves empty. */
const typed: Record<string, string> = {
  name: 'Priya Raman',
  phone: '07700 900264',
  email: 'priya@example.com',
  password,
  postcode: 'E1 1FR',
  service: 'Burst Pipe',
  title: 'A burst pipe',
  content: 'Turn the water off.',
  code: '123456',
}

/** The pages, and their forms with the values filled in. */
async function readPages(url: string, crew: Crew, paths: readonly string[]): Promise<Example[]> {
  const known = new Set<string>()
  const found = await Promise.all(paths.map((path) => readPage(url, crew, path)))
  // Most forms are on many pages.
  return found.flat().filter(({ method, path, form = {} }) => {
    const shape = `${method} ${path} ${Object.keys(form)} ${form.intent}`
    return !known.has(shape) && known.add(shape)
  })
}

async function readPage(url: string, crew: Crew, path: string): Promise<Example[]> {
  const isPrivate = /^\/(account|staff|blog-admin|dev)/.test(path)
  const sender: Sender = /^\/account(?!\/alerts)/.test(path) ? 'customer' : path.startsWith('/auth') ? 'nobody' : 'owner'
  const response = await fetch(url + path, { headers: crew.headersOf(sender, path), redirect: 'manual' })
  const html = await response.text()
  const page: Example = { method: 'GET', path, ...(isPrivate && { sender }) }
  if (!response.headers.get('content-type')?.startsWith('text/html')) return [page]
  const forms = parse(html).querySelectorAll('form[method="post"]')
  return [page, ...forms.map((form) => formExample(form, new URL(form.getAttribute('action') ?? '', url + path), sender))]
}

/** A form as a browser would send it. */
function formExample(form: HTMLElement, target: URL, sender: Sender): Example {
  const fields: Record<string, string> = {}
  for (const field of form.querySelectorAll('input, select, textarea, button')) {
    const name = field.getAttribute('name')
    const chosen = field.querySelector('option[selected]') ?? field.querySelector('option[value]:not([value=""])')
    if (name) fields[name] ??= field.getAttribute('value') || chosen?.getAttribute('value') || typed[name] || ''
  }
  return {
    method: 'POST',
    path: target.pathname,
    query: Object.fromEntries(target.searchParams),
    form: fields,
    // After signing out, the sender stays signed out for the rest of a batch.
    sender: target.pathname === '/auth/sign-out' ? 'nobody' : sender,
    headers: { origin: target.origin },
  }
}

/** Requests of the APIs' clients. `id`: an unused account's. */
function apiExamples(id: string, day: string): Example[] {
  const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 's256' }
  const words = { title: 'A burst pipe', content: 'Turn the water off.', excerpt: 'Off', category: 'Tips' }
  const paged = 'order=created_at.desc.nullslast&limit=3&offset=1'
  const [offer, place, when] = ['offer=boiler-65', 'postcode=E1+1FR&borough=Camden', `preferredDate=${day}&timeSlot=ASAP`]
  const passkey = { id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key', clientExtensionResults: {} }
  const createdPasskey = { ...passkey, response: { clientDataJSON: 'e30', attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] } }
  const usedPasskey = {
    ...passkey,
    response: { clientDataJSON: 'e30', authenticatorData: 'AQIDBA', signature: 'AQIDBA', userHandle: null },
  }
  const anybody = (method: string, address: string, json?: unknown): Example => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    return { method, path: pathname, json, ...(searchParams.size > 0 && { query: Object.fromEntries(searchParams) }) }
  }
  const by = (sender: Sender, ...rest: Parameters<typeof anybody>): Example => ({ ...anybody(...rest), sender })
  return [
    anybody('POST', '/functions/v1/submit-booking', bookingBody({ preferredDate: day, timeSlot: 'ASAP', borough: 'Camden', company: '' })),
    anybody('POST', '/functions/v1/submit-booking', bookingBody({ serviceLevel: 'redline' })),
    anybody('GET', '/functions/v1/csrf-token'),
    anybody('GET', `/functions/v1/booking-options?serviceLevel=standard&service=Burst+Pipe&${offer}&${place}&${when}`),
    anybody('GET', '/functions/v1/addresses?postcode=E1+1FR'),
    anybody(
      'GET',
      `/functions/v1/quote?when=at&day=${day}&time=18:30&minutes=60&materials=24.50&parking=3&zone=yes&redline=online&${offer}`,
    ),
    anybody('GET', '/functions/v1/payment-status?session_id=cs_test_a1b2c3'),
    anybody('POST', '/functions/v1/payment-events', { id: 'evt_1', type: 'checkout.session.completed', data: { object: { id: 'cs_1' } } }),
    anybody('POST', '/functions/v1/text-receipts?id=none', { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+447700900123' }),
    anybody('POST', '/functions/v1/texts', { MessageSid: 'SM1', From: '+447700900123', Body: 'STOP' }),
    anybody('POST', '/functions/v1/calls?id=none&at=answer', { CallSid: 'CA1', Digits: '1' }),
    anybody('POST', '/functions/v1/call-states?id=none', { CallSid: 'CA1', CallStatus: 'completed' }),
    anybody('POST', '/functions/v1/incoming-calls', { CallSid: 'CA2', From: '+447700900123', CallStatus: 'no-answer' }),
    by('staff', 'GET', '/staff/find?phone=%2B44+7700+900123'),
    { ...by('staff', 'POST', `/staff/customers/${id}`), form: { intent: 'same_person', other: id, note: 'Rings twice', key: 'a' } },
    { ...by('staff', 'POST', `/staff/customers/${id}`), form: { intent: 'split', [`booking-${id}`]: 'yes', decision: id, booking: id } },
    by('staff', 'GET', '/staff/bookings/quote?postcode=E1+1FR&service=Burst+Pipe&serviceLevel=standard&timeSlot=ASAP'),
    anybody('GET', '/api/live'),
    { ...anybody('GET', '/api/live'), headers: { accept: 'text/event-stream' } },
    { ...by('staff', 'GET', '/api/board'), headers: { accept: 'text/event-stream' } },
    anybody('GET', '/api/health'),
    anybody('GET', '/metrics'),
    anybody('GET', '/sw.js'),
    anybody('POST', '/api/counts', {
      path: '/pricing',
      referrer: 'https://www.google.com/',
      medium: '',
      events: [
        ['page_view', null],
        ['scroll_depth', 25],
      ],
    }),
    anybody('POST', '/api/reports', {
      page: '/',
      metrics: [{ name: 'LCP', value: 1200 }],
      errors: [{ message: 'x is not a function', frame: 'a.js:1' }],
    }),
    anybody('POST', '/api/reports/csp', {
      'csp-report': { 'document-uri': 'http://localhost/', 'blocked-uri': 'inline', 'effective-directive': 'script-src' },
    }),
    anybody('GET', `/rest/v1/blog_posts?select=slug,title,at:created_at&published=eq.true&slug=in.(a,"b")&${paged}`),
    by('staff', 'POST', '/rest/v1/blog_posts', { ...words, slug: 'a-burst-pipe', published: true }),
    by('staff', 'PATCH', '/rest/v1/blog_posts?slug=eq.a-burst-pipe', { title: 'Another' }),
    by('staff', 'DELETE', '/rest/v1/blog_posts?slug=eq.a-burst-pipe'),
    anybody('POST', '/auth/v1/signup?redirect_to=/', { email: 'new@example.com', password, data: { full_name: 'N' }, ...challenge }),
    anybody('POST', '/auth/v1/token?grant_type=password', { email: 'customer@example.com', password }),
    anybody('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: 'abcdefghijkl' }),
    anybody('POST', '/auth/v1/token?grant_type=pkce', { auth_code: id, code_verifier: challenge.code_challenge }),
    anybody('POST', '/auth/v1/logout?scope=local'),
    by('customer', 'GET', '/auth/v1/user'),
    by('customer', 'PUT', '/auth/v1/user', {
      data: { full_name: 'C' },
      nonce: '123456',
      current_password: password,
      email: 'customer@example.com',
    }),
    anybody('POST', '/auth/v1/recover?redirect_to=https://evil.example', { email: 'customer@example.com', ...challenge }),
    anybody('POST', '/auth/v1/resend', { type: 'signup', email: 'new@example.com' }),
    anybody('POST', '/auth/v1/otp', { email: 'customer@example.com', create_user: true, data: {} }),
    anybody('POST', '/auth/v1/verify', { type: 'signup', email: 'new@example.com', token: '123456' }),
    anybody('POST', '/auth/v1/verify', { type: 'recovery', token_hash: 'abc' }),
    anybody('GET', '/auth/v1/verify?token=abc&type=signup&redirect_to=/'),
    by('customer', 'GET', '/auth/v1/reauthenticate'),
    anybody('GET', '/auth/v1/.well-known/jwks.json'),
    anybody('GET', '/auth/v1/settings'),
    anybody('GET', '/auth/v1/health'),
    by('customer', 'POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'App', issuer: 'x', phone: '+447700900264' }),
    by('customer', 'POST', `/auth/v1/factors/${id}/challenge`, { channel: 'sms' }),
    by('customer', 'POST', `/auth/v1/factors/${id}/verify`, { challenge_id: id, code: '123456' }),
    by('customer', 'DELETE', `/auth/v1/factors/${id}`),
    by('customer', 'GET', '/auth/v1/factors/recovery-codes'),
    by('customer', 'POST', '/auth/v1/factors/recovery-codes', { friendly_name: 'Codes' }),
    by('customer', 'DELETE', '/auth/v1/factors/recovery-codes'),
    by('customer', 'POST', '/auth/v1/factors/recovery-codes/verify', { code: 'abcd-efgh' }),
    by('customer', 'POST', '/auth/v1/factors/recovery-codes/regenerate'),
    anybody('GET', `/auth/v1/authorize?provider=github&redirect_to=/&scopes=x&${new URLSearchParams(challenge)}`),
    anybody('GET', `/auth/v1/callback?state=${id}&code=x&iss=http://127.0.0.1:1`),
    { ...anybody('POST', '/auth/v1/callback'), form: { state: id, code: 'x' } },
    by('customer', 'GET', '/auth/v1/user/identities/authorize?provider=github&skip_http_redirect=true'),
    by('customer', 'DELETE', `/auth/v1/user/identities/${id}`),
    anybody('POST', '/auth/v1/passkeys/authentication/options'),
    anybody('POST', '/auth/v1/passkeys/authentication/verify', { challenge_id: id, credential: usedPasskey }),
    by('customer', 'POST', '/auth/v1/passkeys/registration/options'),
    by('customer', 'POST', '/auth/v1/passkeys/registration/verify', { challenge_id: id, credential: createdPasskey }),
    by('owner', 'POST', '/account/alerts/device', {
      subscription: {
        endpoint: 'http://127.0.0.1:1/push',
        keys: {
          p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
          auth: 'AAAAAAAAAAAAAAAAAAAAAA',
        },
      },
    }),
    by('customer', 'GET', '/auth/v1/passkeys'),
    by('customer', 'PATCH', `/auth/v1/passkeys/${id}`, { friendly_name: 'Phone' }),
    by('customer', 'DELETE', `/auth/v1/passkeys/${id}`),
    by('service', 'GET', `/auth/v1/admin/users/${id}/passkeys`),
    by('service', 'DELETE', `/auth/v1/admin/users/${id}/passkeys/${id}`),
    by('service', 'GET', '/auth/v1/admin/users?page=1&per_page=50'),
    by('service', 'POST', '/auth/v1/admin/users', {
      email: 'made@example.com',
      password,
      email_confirm: true,
      user_metadata: {},
      app_metadata: {},
      role: '',
    }),
    by('service', 'GET', `/auth/v1/admin/users/${id}`),
    by('service', 'PUT', `/auth/v1/admin/users/${id}`, {
      ban_duration: '1h',
      user_metadata: { a: 1 },
      email: 'somebody@example.com',
      phone: '',
    }),
    by('service', 'DELETE', '/auth/v1/admin/users/00000000-0000-7000-8000-000000000000', { should_soft_delete: false }),
    by('service', 'GET', `/auth/v1/admin/users/${id}/factors`),
    by('service', 'DELETE', `/auth/v1/admin/users/${id}/factors/${id}`),
    by('service', 'POST', '/auth/v1/invite', { email: 'invited@example.com', data: {} }),
    by('service', 'POST', '/auth/v1/admin/generate_link', {
      type: 'magiclink',
      email: 'customer@example.com',
      new_email: 'c@example.com',
      password,
      data: {},
    }),
  ]
}

interface Answer {
  status: number
  bytes: number
  text: string
}

/** Sends a request unchanged and reads the whole response, or the start of a stream. Status 0: no response. */
function send(agent: Agent, url: string, sent: FuzzedRequest, own: Record<string, string>): Promise<Answer> {
  const { method, target, headers, body } = sent
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const { hostname, port } = new URL(url)
    const request = httpRequest({
      agent,
      hostname,
      port,
      method,
      path: target,
      headers: { ...own, ...headers, ...length },
      timeout: 60_000,
    })
    let text = ''
    request.once('response', (response) => {
      const status = response.statusCode ?? 0
      const isStream = response.headers['content-type']?.startsWith('text/event-stream')
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (text.length < 4_000) text += chunk.toString('latin1')
        if (isStream || bytes > mostBytes) response.destroy()
      })
      response.once('close', () => resolve({ status, bytes, text }))
    })
    request.once('timeout', () => request.destroy(new Error('none within 60 s')))
    request.once('error', ({ message }) => {
      // The server closed the kept-alive connection after the previous response, e.g. to a body over the limit: it never got this request.
      if (request.reusedSocket) resolve(send(agent, url, sent, own))
      else resolve({ status: 0, bytes: 0, text: message })
    })
    request.end(body)
  })
}

function problemOf({ status, bytes, text }: Answer, { method, body }: FuzzedRequest): string | undefined {
  const isTooLong = body !== undefined && Buffer.byteLength(body) > 60_000
  // A body over the limit is refused while it is still being sent.
  if (status === 0) return isTooLong ? undefined : `no answer (${text})`
  if (status >= 500 && !(status === 503 && statedLimits.test(text))) return `${status} ${text.slice(0, 200)}`
  if (bytes > mostBytes) return `${status} with more than ${mostBytes} bytes`
  if (method === 'TRACE' && status < 400) return `${status} to TRACE`
  if (/\n\s+at \S+.*:\d+:\d+/.test(text)) return `${status} with a stack trace`
  return undefined
}

const described = ({ sender, method, target, headers, body }: FuzzedRequest) =>
  JSON.stringify({ sender, method, target, headers, body: typeof body === 'object' ? Buffer.from(body).toString('base64') : body }).slice(
    0,
    1_500,
  )

onOneEngine('The whole site', (engine) => {
  test('answers whatever is sent to it, without failing, in bounded size and time', { timeout: 60 * 60_000 }, async () => {
    const count = tries(60, 20_000)
    const { instance, db } = await openServer(engine)
    const crew = await openCrew(instance.url, db)
    await crew.gather()
    const { tokens, pathOf } = await fillSite(instance.url, db, crew)
    const paths = pagePatterns.map(pathOf).filter((path) => !failing.includes(path))
    const examples = [
      ...(await readPages(instance.url, crew, [...sample(paths, 40), `/staff/engineers/${crew.idOf('staff')}`])),
      ...apiExamples(crew.idOf('somebody'), londonDay(new Date())),
    ]
    const known = [
      ...tokens,
      ...paths.flatMap((path) => path.split('/').slice(-1)),
      '1',
      '0',
      'true',
      'a@example.com',
      londonDay(new Date()),
      'remove',
      'add',
      'save',
      'cancel',
      'submit',
    ]
    const requests = fuzzedRequests(examples, known)
    const agent = new Agent({ keepAlive: true, maxSockets: 6 })
    onTestFinished(() => agent.destroy())
    const [problems, statuses, asked] = [[] as string[], new Map<number, number>(), new Set<Example>()]
    await busyEventLoopMs(instance)
    for (let batch = 0; batch * batchSize < count; batch++) {
      await crew.gather()
      const sent = fc.sample(requests, { seed: seed + batch, numRuns: Math.min(batchSize, count) })
      await Promise.all(
        sent.map(async (request) => {
          const answer = await send(agent, instance.url, request, crew.headersOf(request.sender, request.target))
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          asked.add(request.example)
          const problem = failing.some((path) => request.target.startsWith(path)) ? undefined : problemOf(answer, request)
          if (problem) problems.push(`batch ${batch}: ${problem}\n${described(request)}`)
        }),
      )
      const busyMs = await busyEventLoopMs(instance)
      if (busyMs > longestBusyMs) problems.push(`batch ${batch}: the event loop was busy for ${Math.round(busyMs)} ms`)
    }
    expect(problems).toEqual([])
    await untilHealthy(instance)
    expect(instance.stderr()).not.toMatch(/uncaught|unhandled/i)
    // Every kind of response has occurred, so the requests were hostile and not just malformed.
    const kinds = [200, 303, 400, 404, ...(isDeep ? [201, 204, 401, 403, 405, 409, 413, 415, 422] : [])]
    expect(kinds.filter((status) => !statuses.has(status))).toEqual([])
    if (isDeep) expect(examples.filter((example) => !asked.has(example))).toEqual([])
  })
})

test('The grammar knows every route of the APIs', async () => {
  const { app } = await openApp('sqlite')
  const routes = app.routes.filter(({ path, method }) => !path.includes('*') && method !== 'ALL')
  const patterns = [...new Set(routes.map(({ path }) => path))]
  const examples = apiExamples('00000000-0000-7000-8000-000000000000', '2026-11-22')
  const isAsked = (pattern: string) => {
    const shape = new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`)
    return examples.some(({ path }) => shape.test(path))
  }
  expect(patterns.length).toBeGreaterThan(30)
  expect(patterns.filter((pattern) => !isAsked(pattern))).toEqual([])
})
