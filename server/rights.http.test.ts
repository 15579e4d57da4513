// @module-tag never-again
import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { newUserRow } from '#app/features/accounts/create-user.server.ts'
import { storedPassword } from '#app/features/accounts/stored-password.server.ts'
import { minutes, systemClock, toInstant } from '#app/values/clock.ts'
import { newId, newToken } from '#app/values/ids.ts'
import { boardMarks } from '#server/api/board.ts'
import { engineerMarks } from '#server/api/engineer.ts'
import { liveFigures } from '#server/api/live.ts'
import { trackMarks } from '#server/api/track.ts'
import { createApp } from '#server/app.ts'
import { newPerson } from '#test/support/auth.ts'
import { isDeep } from '#test/support/depth.ts'
import { addEngineer, phoneOf } from '#test/support/engineers.ts'
import { enteredAs } from '#test/support/finished-visit.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { builtServer } from '#test/support/instance.ts'
import { differentPages } from '#test/support/page-patterns.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, shareSite } from '#test/support/site.ts'

/* The rights for every route: pages, APIs and streams. A new route fails until it has a rule here, and so does a rule without a route. */

type Right = keyof typeof pageRules

/** Every page by who may open it and send its forms. If it has no forms, the second half is empty. */
const pageRules = {
  everyone: [
    ...['/', '/book', '/new-link', '/gas-emergency', '/offline', '/emergency-boiler-repair', '/services', '/services/burst-pipe', '/about'],
    ...['/contact', '/guarantee', '/reviews', '/pricing', '/blog', '/blog/rss.xml', '/blog/:slug', '/payment-success'],
    ...['/security-dashboard'],
    ...['/security-dashboard/report.json', '/privacy', '/terms', '/cookies', '/accessibility', '/claims', '/locations', '/locations/:area'],
    ...['/plumbers-whitechapel', '/sitemap.xml', '/robots.txt', '/llms.txt', '/manifest.webmanifest', '/engineer/manifest.webmanifest'],
    ...['/*'],
    ...['/auth', '/auth/forgotten', '/auth/second-step', '/auth/passkey', '/auth/passkey/step', '/auth/sign-out', '/auth/with/:provider'],
    // Each refuses people without an email's link, or not signed in, in its answer.
    ...['/auth/new-password', '/auth/verify', '/auth/first-owner', '/auth/invitation', '/account/deleted', '/account/passkeys/offer'],
    // Redirects to the page that has the form.
    ...['GET /account/data/copy', 'GET /staff/data/copy', 'GET /engineer/acts', 'GET /engineer/jobs/:id/photos'],
    ...['GET /account/passkeys/new'],
    // A link of its own: the screen that opens it may see the wall's board.
    '/staff/wall/open/:token',
    // Likewise: one engineer's offer of a job.
    '/take/:token',
    // And a calendar, which has a secret address.
    '/calendar/:file',
  ],
  link: [
    ...['/book/confirmed/:token', '/t/:code', '/t/:code/bill', '/t/:code/review', '/review/:token', '/track/:token', '/track/:token/pay'],
    ...['/track/:token/fee', '/track/:token/booking.ics'],
    ...['/track/:token/complaint', '/track/:token/refund', '/track/:token/cancel-rights'],
    ...['/track/:token/gas', '/track/:token/gas.pdf', '/track/:token/engineer', '/track/:token/photos'],
    '/track/:token/return',
    ...['/track/:token/photos/:photo/:size?', '/track/:token/bill', '/track/:token/bill/pay', '/track/:token/bill/checkout'],
    ...['/track/:token/bill/bill.pdf', '/track/:token/bill/:file'],
  ],
  /** The link that pays one bill, and tells nothing of the booking. */
  payment: ['/pay/:bill/:code', '/pay/:bill/:code/checkout'],
  account: [
    ...['/account', '/account/confirm', '/account/email', '/account/password', '/account/passkeys', 'POST /account/passkeys/new'],
    ...['/account/session', '/account/bookings', '/account/devices', '/account/data', 'POST /account/data/copy', '/account/delete'],
    ...['/account/second-step', '/account/second-step/new', '/account/sign-in-with', '/account/sign-in-with/:provider'],
  ],
  /** Everyone who works for us. */
  colleagues: ['/account/alerts', '/account/alerts/device'],
  engineers: ['/engineer', 'POST /engineer/acts', '/engineer/cash', '/engineer/calendar', '/engineer/*'],
  /** The engineer who has the job. */
  job: [
    ...['/engineer/jobs/:id', '/engineer/jobs/:id/no-access', 'POST /engineer/jobs/:id/photos'],
    ...['/engineer/jobs/:id/photos/:photo/:size?', '/engineer/jobs/:id/extra-work', '/engineer/jobs/:id/gas', '/engineer/jobs/:id/bill'],
  ],
  staff: [
    ...['/blog-admin', '/blog-admin/posts', '/blog-admin/:id', '/blog-admin/:id/preview', '/staff', '/staff/bookings'],
    ...['/staff/bookings/caller', '/staff/bookings/quote', '/staff/bookings/new', '/staff/bookings/:id', '/staff/bookings/:id/photos'],
    ...['/staff/bookings/:id/photos/:photo/:size?', '/staff/bills', '/staff/bills/cash', '/staff/find', '/staff/inbox', '/staff/reviews'],
    ...['/staff/awaited-parts', '/staff/engineers'],
    '/staff/customers/:id',
    ...['/staff/engineers/plan', '/staff/engineers/calendars', '/staff/engineers/shifts/:id', '/staff/engineers/:id'],
    ...['/staff/engineers/:id/portrait'],
    ...['/staff/deliveries', '/staff/deliveries/:id', '/staff/uptime', '/staff/analytics', '/staff/analytics/:table'],
    ...['/staff/monitoring', '/staff/data', '/staff/week', '/staff/wall', '/staff/*'],
  ],
  owner: [
    ...['/staff/bills/report', '/staff/bills/:file', '/staff/parts', '/staff/people', '/staff/people/invite', '/staff/people/samples'],
    ...['/staff/people/invitations/:id', '/staff/people/:id', '/staff/settings', '/staff/settings/stored/:setting'],
    ...['/staff/settings/business', '/staff/settings/business/:group', '/staff/data/person', 'POST /staff/data/copy'],
  ],
  wall: ['/staff/wall/board'],
  /** On this machine, in the browser that opened the printed link. */
  developer: [
    ...['/dev/mailbox', '/dev/mailbox/:id', '/dev/mailbox/:id/html', '/dev/texts', '/dev/calls', '/dev/ui', '/dev/error'],
    ...['/dev/failing', '/dev/pay/:key/:id'],
  ],
  /** On this machine: the printed link. */
  machine: ['/dev'],
} satisfies Record<string, readonly string[]>

/** These act whatever is sent, so those who may send them don't. */
const onePress: readonly string[] = [
  '/account/data/copy',
  '/account/delete',
  '/auth/sign-out',
  '/staff/people/samples',
  '/staff/settings',
  '/dev/pay/:key/:id',
  '/auth/v1/logout',
]

/** Other answers to those who may: of paths without a page, of a page that fails on purpose, and of a form that needs its own link. */
const otherAnswers: Readonly<Record<string, Answer>> = {
  ...{ 'GET /take/:token': 'missing', 'POST /take/:token': 'missing', 'GET /calendar/:file': 'missing' },
  ...{ 'GET /*': 'missing', 'GET /engineer/*': 'missing', 'GET /staff/*': 'missing', 'GET /dev/failing': 'failed' },
  ...{
    'GET /dev': 'missing',
    'GET /auth/with/:provider': 'sign in',
    'POST /auth/verify': 'forbidden',
    'POST /auth/invitation': 'forbidden',
  },
}

/** Forms of a page that fewer may send than may open it. */
const ownersForms = [
  ['/staff/inbox', { intent: 'settle-report', bookingId: 'none' }],
  ['/staff/reviews', { intent: 'review-remove', review: 'none' }],
  ['/staff/reviews', { intent: 'chosen-add' }],
  ['/staff/reviews', { intent: 'chosen-drop', chosen: 'none' }],
] as const

/** The APIs' routes by who may call them; `account`, `staff` and `service` with a bearer token. */
const apiRules = {
  everyone: [
    ...['GET /api/health', 'POST /api/counts', 'POST /api/reports', 'POST /api/reports/csp', 'GET /sw.js', 'GET /api/live'],
    ...['GET /assets/*', 'GET /islands/*', 'GET /share/*', 'GET /icons/*', 'GET /maps/*', 'GET /drawings/*'],
    ...['GET /functions/v1/csrf-token', 'POST /functions/v1/submit-booking', 'GET /functions/v1/booking-options'],
    ...['GET /functions/v1/addresses', 'GET /functions/v1/quote', 'GET /functions/v1/payment-status', 'GET /rest/v1/:table'],
    ...['POST /auth/v1/signup', 'POST /auth/v1/token', 'POST /auth/v1/recover', 'POST /auth/v1/resend', 'POST /auth/v1/otp'],
    ...['POST /auth/v1/verify', 'GET /auth/v1/verify', 'GET /auth/v1/.well-known/jwks.json', 'GET /auth/v1/settings'],
    ...['GET /auth/v1/health'],
    // These trust a message by its signature alone.
    ...['POST /functions/v1/payment-events', 'POST /functions/v1/text-receipts', 'POST /functions/v1/texts'],
    ...['POST /functions/v1/calls', 'POST /functions/v1/call-states', 'POST /functions/v1/incoming-calls'],
    ...['GET /auth/v1/authorize', 'GET /auth/v1/callback', 'POST /auth/v1/callback'],
    ...['POST /auth/v1/passkeys/authentication/options', 'POST /auth/v1/passkeys/authentication/verify'],
  ],
  link: ['GET /api/track'],
  account: [
    ...['POST /auth/v1/logout', 'GET /auth/v1/user', 'PUT /auth/v1/user', 'GET /auth/v1/reauthenticate'],
    ...['GET /auth/v1/factors/recovery-codes', 'POST /auth/v1/factors/recovery-codes', 'DELETE /auth/v1/factors/recovery-codes'],
    ...['POST /auth/v1/factors/recovery-codes/verify', 'POST /auth/v1/factors/recovery-codes/regenerate', 'POST /auth/v1/factors'],
    ...['POST /auth/v1/factors/:id/challenge', 'POST /auth/v1/factors/:id/verify', 'DELETE /auth/v1/factors/:id'],
    ...['GET /auth/v1/user/identities/authorize', 'DELETE /auth/v1/user/identities/:id', 'GET /auth/v1/passkeys'],
    ...['POST /auth/v1/passkeys/registration/options', 'POST /auth/v1/passkeys/registration/verify'],
    ...['PATCH /auth/v1/passkeys/:id', 'DELETE /auth/v1/passkeys/:id'],
  ],
  engineers: ['GET /api/engineer'],
  staff: ['POST /rest/v1/:table', 'PATCH /rest/v1/:table', 'DELETE /rest/v1/:table', 'PUT /rest/v1/:table', 'GET /api/board'],
  wall: ['GET /staff/wall/live'],
  service: [
    ...['GET /auth/v1/admin/users', 'POST /auth/v1/admin/users', 'GET /auth/v1/admin/users/:id', 'PUT /auth/v1/admin/users/:id'],
    ...['DELETE /auth/v1/admin/users/:id', 'GET /auth/v1/admin/users/:id/factors', 'DELETE /auth/v1/admin/users/:id/factors/:factor'],
    ...['POST /auth/v1/invite', 'POST /auth/v1/admin/generate_link', 'GET /auth/v1/admin/users/:user/passkeys'],
    'DELETE /auth/v1/admin/users/:user/passkeys/:id',
  ],
  metrics: ['GET /metrics'],
} satisfies Record<string, readonly string[]>
type ApiRight = keyof typeof apiRules

const names = [
  ...(['nobody', 'customer', 'otherCustomer', 'engineer', 'otherEngineer', 'staff', 'owner', 'screen', 'developer'] as const),
  /** An owner with the credential that isn't taken: a bearer token for a page, a cookie for an API of bearer tokens. */
  'wrongCredential',
  ...(['service', 'metrics'] as const),
] as const
type Name = (typeof names)[number]

/** Everyone but those whose key is for an API. */
const visitors = names.filter((name) => name !== 'service' && name !== 'metrics')
const signedIn = ['customer', 'otherCustomer', 'engineer', 'otherEngineer', 'staff', 'owner'] as const satisfies readonly Name[]

/** The people with each right, and those who only just lack it. */
const may: Record<Right | ApiRight, { who: readonly Name[]; nearest: readonly Name[] }> = {
  everyone: { who: names, nearest: [] },
  link: { who: names, nearest: [] },
  payment: { who: names, nearest: [] },
  account: { who: signedIn, nearest: [] },
  colleagues: { who: ['engineer', 'otherEngineer', 'staff', 'owner'], nearest: ['customer'] },
  engineers: { who: ['engineer', 'otherEngineer'], nearest: ['customer', 'staff'] },
  job: { who: ['engineer'], nearest: ['otherEngineer'] },
  staff: { who: ['staff', 'owner'], nearest: ['customer', 'engineer'] },
  owner: { who: ['owner'], nearest: ['staff'] },
  wall: { who: ['screen', 'staff', 'owner'], nearest: ['engineer'] },
  developer: { who: ['developer'], nearest: ['owner'] },
  machine: { who: names, nearest: [] },
  service: { who: ['service'], nearest: ['owner'] },
  metrics: { who: ['metrics'], nearest: ['service'] },
}

type Answer = 'in' | 'sign in' | 'forbidden' | 'missing' | 'no form' | 'failed'

/** The kind of answer, as its recipient sees it. */
function answerOf({ status, location, text }: { status: number; location: string | null; text: string }): Answer {
  if (status === 401 || location?.startsWith('/auth?') || (status === 202 && text.includes('/auth?next='))) return 'sign in'
  const answers: Record<number, Answer> = { 403: 'forbidden', 404: 'missing', 405: 'no form' }
  return answers[status] ?? (status >= 500 ? 'failed' : 'in')
}

/** The answer for someone without the right. */
function refusalOf(right: Right | ApiRight, name: Name): Answer {
  if (right === 'developer' || (right === 'job' && name === 'otherEngineer')) return 'missing'
  return (signedIn as readonly Name[]).includes(name) ? 'forbidden' : 'sign in'
}

const serviceKey = 'service-key-of-the-site-under-test-0123456789'
const metricsToken = 'metrics-token-of-the-site-under-test'
const shared = shareSite({
  accounts: true,
  env: { RATE_LIMIT_SCALE: '1000000', API_SERVICE_KEY: serviceKey, METRICS_TOKEN: metricsToken },
})

/** The personal data of the one booking that every request is about. */
const personal = {
  ...{ name: 'Marguerite Oyelaran', phone: '07700 900871', address: '41 Quillfeather Lane', postcode: 'E1 7QX' },
  ...{ description: 'The zinnober valve under the bath drips', accessNotes: 'Ask Mrs Thistlewood for the key' },
}
const told = /Oyelaran|900 ?871|Quillfeather|E1 ?7QX|zinnober|Thistlewood/

const photoOf = (fields: Record<string, string>, data: Uint8Array<ArrayBuffer>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('photo', new Blob([data], { type: 'image/jpeg' }), 'IMG_1.jpg')
  return body
}

/** A customer with an account, and a visit of their engineer's that began an hour ago. */
async function customerOf(site: Site, engineerId: string, changes: Record<string, unknown>) {
  const person = newPerson()
  const stored = await storedPassword(person.password)
  const user = newUserRow({ clock: systemClock }, { email: person.email, emailConfirmedAt: toInstant(systemClock.now()), ...stored })
  await site.db.insertInto('authUsers').values(user).execute()
  const id = await site.book(person.email, { service: 'Boiler Breakdown', ...changes })
  const event = { id: newId(), bookingId: id, actor: 'staff', note: '', fromStatus: 'en_route', toStatus: 'arrived' } as const
  await site.db
    .insertInto('bookingEvents')
    .values({ ...event, at: toInstant(new Date(Date.now() - minutes(61))) })
    .execute()
  await site.db.updateTable('bookings').set({ status: 'arrived', engineerId, version: 3 }).where('id', '=', id).execute()
  const token = /\/track\/([\w-]+)/.exec(await site.mailTo(person.email, /./))?.[1] ?? ''
  const browser = openPlainBrowser(site.url)
  await browser.signIn(person)
  return { ...person, browser, booking: id, token }
}

/** A visit with every row that a booking can have, another one, everyone who could ask for it, and the paths to it. */
async function openWorld(site: Site) {
  const sent = { Origin: site.url, 'Sec-Fetch-Site': 'same-origin' }
  const nobody = openPlainBrowser(site.url)
  const [staff, owner, screen, developer] = [
    await enteredAs(site, 'staff'),
    await enteredAs(site, 'owner'),
    openPlainBrowser(site.url),
    openPlainBrowser(site.url),
  ]
  const engineerId = await addEngineer(staff, 'Dan Okoro', '1234567')
  const engineer = await phoneOf(site, staff, engineerId)
  const otherId = await addEngineer(staff, 'Asha Bell', '7654321')
  const otherEngineer = await phoneOf(site, staff, otherId)
  const customer = await customerOf(site, engineerId, personal)
  const otherCustomer = await customerOf(site, otherId, { name: 'Sam Wu' })

  const [track, job] = [`/track/${customer.token}`, `/engineer/jobs/${customer.booking}`]
  const picture = new Uint8Array(
    await sharp({ create: { width: 200, height: 120, channels: 3, background: '#36a' } })
      .jpeg()
      .toBuffer(),
  )
  const done = { status: 303 }
  const send = (by: PlainBrowser, path: string, body: FormData) => by.ask(path, { method: 'POST', headers: sent, body })
  expect(await staff.post(`/staff/bookings/${customer.booking}`, { intent: 'called', outcome: 'spoken' })).toMatchObject(done)
  expect(await send(nobody, `${track}/photos`, photoOf({ kind: 'problem' }, picture))).toMatchObject(done)
  expect(await send(staff, `/staff/engineers/${engineerId}/portrait`, photoOf({}, picture))).toMatchObject(done)
  const appliance = {
    ...{
      intent: 'gas-appliance',
      kind: 'Boiler',
      make: 'Vaillant',
      model: 'ecoTEC plus 832',
      location: 'Kitchen',
      outcome: 'safe',
      serialNumber: '21184500100',
    },
    ...{ 'check-flue': 'pass', 'check-air': 'pass', 'check-pressure': 'pass', 'check-safe': 'pass', pressureReading: '20.1 mbar' },
  }
  expect(await engineer.phone.post(`${job}/gas`, appliance)).toMatchObject(done)
  const { version } = await site.db.selectFrom('bookings').select('version').where('id', '=', customer.booking).executeTakeFirstOrThrow()
  expect(await engineer.phone.post(job, { step: 'completed', seen: String(version) })).toMatchObject(done)
  const seenPence = /name="seenPence" value="(\d+)"/.exec((await engineer.phone.open(`${job}/bill`)).text)?.[1] ?? ''
  expect(await engineer.phone.post(`${job}/bill`, { intent: 'issue', seenPence })).toMatchObject(done)
  expect(await engineer.phone.post(`${job}/bill`, { intent: 'pay', method: 'cash', paidAmount: '20', key: newId() })).toMatchObject(done)
  const [, bill = '', code = ''] = /\/pay\/([\w-]+)\/([\w-]+)/.exec((await engineer.phone.open(`${job}/bill`)).text) ?? []
  expect(code).toMatch(/./)
  const receipt = /\/bill\/(receipt-[\w-]+\.pdf)/.exec((await nobody.open(`${track}/bill`)).text)?.[1]
  const [, , , key, checkout] = new URL((await nobody.open(`${track}/bill/checkout`)).location ?? '').pathname.split('/')
  const wall = /\/staff\/wall\/open\/([\w-]{43})/.exec((await staff.post('/staff/wall', { intent: 'add', name: 'Office' })).text)?.[1]
  expect(await screen.open(`/staff/wall/open/${wall}`)).toMatchObject(done)
  expect(await developer.open(await site.printed(/\/dev\?token=[\w-]+/))).toMatchObject(done)
  const colleague = await site.db.selectFrom('authUsers').select('id').where('role', '=', 'staff').executeTakeFirstOrThrow()
  // A dispatcher's: not for engineers either.
  const shift = {
    id: newId(),
    userId: colleague.id,
    startsAt: '2026-11-01T08:00:00.000Z',
    endsAt: '2026-11-01T18:00:00.000Z',
    kind: 'shift',
  } as const
  await site.db.insertInto('shifts').values(shift).execute()
  await owner.post('/staff/people/invite', { fullName: 'Ade Cole', email: newPerson().email, role: 'staff' })

  const idIn = async (table: 'blogPosts' | 'jobs' | 'staffInvitations' | 'localMail' | 'photos' | 'customers') =>
    (await site.db.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()).id
  const { slug } = await site.db.selectFrom('blogPosts').select('slug').executeTakeFirstOrThrow()
  const photo = await idIn('photos')
  const parameters: readonly [RegExp, Record<string, string | undefined>][] = [
    [/^\/(track|book|review)\//, { token: customer.token, photo, file: receipt }],
    [/^\/t\//, { code: customer.token.slice(0, 22) }],
    [/^\/pay\//, { bill, code }],
    [/^\/(engineer\/jobs|staff\/bookings)\//, { id: customer.booking, photo }],
    [/^\/blog-admin\//, { id: await idIn('blogPosts') }],
    [/^\/staff\/engineers\/shifts/, { id: shift.id }],
    [/^\/staff\/engineers\//, { id: engineerId }],
    [/^\/staff\/people\/invitations/, { id: await idIn('staffInvitations') }],
    [/^\/staff\/people\//, { id: colleague.id }],
    [/^\/staff\/customers\//, { id: await idIn('customers') }],
    [/^\/staff\/deliveries\//, { id: await idIn('jobs') }],
    [/^\/dev\/mailbox/, { id: await idIn('localMail') }],
    [/^\/dev\/pay/, { key, id: checkout }],
    [/^\/staff\/wall\//, { token: wall }],
    [
      /./,
      {
        slug,
        file: 'xero.csv',
        table: 'days.csv',
        setting: 'webhook',
        group: 'rates',
        area: 'whitechapel',
        provider: 'github',
        id: newId(),
      },
    ],
  ]
  const pathOf = (pattern: string) => {
    const known = parameters.find(([at]) => at.test(pattern))?.[1] ?? {}
    return pattern.replace(/\/:(\w+)(\??)/g, (_, name, rest) => (rest ? '' : `/${known[name] ?? 'none'}`)).replace('*', 'no-such-page')
  }

  const bearerOf = async ({ email, password }: { email: string; password: string }) => {
    const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password }) }
    return String((await (await fetch(`${site.url}/auth/v1/token?grant_type=password`, asked)).json()).access_token)
  }
  const cookiesOf = (browser: PlainBrowser) => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const bearers = { staff: await bearerOf(await site.sampleOf('staff')), owner: await bearerOf(await site.sampleOf('owner')) }
  const credentials: Record<Name, { cookie?: string; bearer?: string }> = {
    nobody: {},
    customer: { cookie: cookiesOf(customer.browser), bearer: await bearerOf(customer) },
    otherCustomer: { cookie: cookiesOf(otherCustomer.browser), bearer: await bearerOf(otherCustomer) },
    engineer: { cookie: cookiesOf(engineer.phone), bearer: await bearerOf(engineer) },
    otherEngineer: { cookie: cookiesOf(otherEngineer.phone), bearer: await bearerOf(otherEngineer) },
    staff: { cookie: cookiesOf(staff), bearer: bearers.staff },
    owner: { cookie: cookiesOf(owner), bearer: bearers.owner },
    screen: { cookie: cookiesOf(screen) },
    developer: { cookie: cookiesOf(developer) },
    wrongCredential: { cookie: cookiesOf(owner), bearer: bearers.owner },
    service: { bearer: serviceKey },
    metrics: { bearer: metricsToken },
  }

  /** Asks as someone, with their cookie and their bearer token; `wrongCredential` has only the one that isn't taken. */
  async function ask(
    name: Name,
    method: string,
    path: string,
    { body, headers }: { body?: string; headers?: Record<string, string> } = {},
  ) {
    const { cookie, bearer } = credentials[name]
    const left = name !== 'wrongCredential' ? undefined : /^\/(auth|rest)\/v1\//.test(path) ? 'bearer' : 'cookie'
    const response = await fetch(site.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...sent,
        ...(cookie && left !== 'cookie' && { Cookie: cookie }),
        ...(bearer && left !== 'bearer' && { Authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      body,
    })
    return { status: response.status, location: response.headers.get('location'), text: await response.text() }
  }
  return { customer, otherCustomer, code, pathOf, ask }
}

type World = Awaited<ReturnType<typeof openWorld>>

/** One world for all tests, which leave it as it is. */
let opening: Promise<World> | undefined
const openedWorld = async () => {
  opening ??= openWorld(await shared())
  return opening
}

interface Question {
  right: Right | ApiRight
  name: Name
  method: string
  path: string
  /** The answer to those who may. */
  allowed?: readonly Answer[]
  refused?: readonly Answer[]
  sent?: { body?: string; headers?: Record<string, string> }
}

/** Asks everything, a few at a time. Returns the wrong answers: refused or allowed against the rule, or with data that isn't theirs. */
async function wrongAnswers(world: World, questions: readonly Question[]): Promise<string[]> {
  const wrong: string[] = []
  const left = [...questions]
  async function askNext(): Promise<void> {
    const question = left.shift()
    if (!question) return
    const { right, name, method, path, sent, allowed = ['in'], refused } = question
    const answer = await world.ask(name, method, path, sent)
    const isRight = may[right].who.includes(name)
    const expected = isRight ? allowed : (refused ?? [refusalOf(right, name)])
    const given = answerOf(answer)
    const fact = `${name} ${method} ${path}`
    if (!expected.includes(given)) wrong.push(`${fact}: ${given} (${answer.status}), not ${expected.join(' or ')}`)
    // A customer's own details are on every page that they open: the booking's form has them.
    const mayRead = right === 'link' || name === 'customer' || (isRight && ['engineer', 'staff', 'owner', 'developer'].includes(name))
    if (!mayRead && told.test(answer.text)) wrong.push(`${fact}: tells of the booking`)
    return askNext()
  }
  await Promise.all(Array.from({ length: 8 }, askNext))
  return wrong
}

const form = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'intent=no-such-thing' }

/** A route's rule, by method. Throws unless it has exactly one. */
function rightOf<Of extends string>(rules: Record<Of, readonly string[]>, method: string, path: string): Of {
  const found = (Object.keys(rules) as Of[]).filter((right) => rules[right].some((rule) => rule === path || rule === `${method} ${path}`))
  if (found.length !== 1) throw new Error(`${method} ${path} has ${found.length} rules: ${found.join(', ')}`)
  return found[0] as Of
}

it('Every page opens for the roles in its rule alone, and tells no one else anything about a booking', { timeout: 300_000 }, async () => {
  const named = Object.values(pageRules)
    .flat()
    .map((rule) => rule.replace(/^(GET|POST) /, ''))
  expect(named.filter((path) => !differentPages.includes(path))).toEqual([])
  const world = await openedWorld()
  const questions: Question[] = []
  for (const page of differentPages)
    for (const method of ['GET', 'POST'] as const) {
      const right = rightOf(pageRules, method, page)
      const path = world.pathOf(page)
      const other = otherAnswers[`${method} ${page}`]
      // Without a body, a script asks for a passkey's options.
      const sent = method === 'GET' ? undefined : page === '/account/passkeys/new' ? {} : form
      // A form may name a missing record.
      const allowed = [...(other ? [other] : (['in'] as const)), ...(method === 'POST' ? (['no form', 'missing'] as const) : [])]
      // A script of ours that is signed out says so itself.
      const refused = (name: Name): Answer[] =>
        page === '/account/passkeys/new' ? ['forbidden'] : [refusalOf(right, name), ...(method === 'POST' ? (['no form'] as const) : [])]
      const { who, nearest } = may[right]
      const isSent = method === 'GET' || !onePress.includes(page)
      // Other tests render the pages for those who may. Their data is read by the same functions and has more in it; the first of those who
      // may reads it.
      const hasData = !['everyone', 'link', 'payment', 'machine'].includes(right)
      // The nearest who may not, a customer, and someone not signed in.
      const asking = new Set<Name>(['nobody', 'wrongCredential', 'customer', ...nearest, ...who.slice(0, 1)])
      const readers = visitors.filter((name) => isDeep || asking.has(name))
      const asData = !hasData ? [] : method === 'GET' || isDeep ? readers : (['wrongCredential', ...nearest, ...who.slice(0, 1)] as const)
      for (const [askers, address] of [
        [isDeep ? visitors : (['nobody'] as const), path],
        [asData, `${path}.data`],
      ] as const)
        for (const name of askers)
          if (isSent || !who.includes(name)) {
            // Signed-in users are led to their own page.
            const isLedOn = method === 'GET' && page === '/auth/with/:provider' && (signedIn as readonly Name[]).includes(name)
            const given = isLedOn ? (['in'] as const) : allowed
            questions.push({ right, name, method, path: address, allowed: given, refused: refused(name), sent })
          }
    }
  expect(await wrongAnswers(world, questions)).toEqual([])
})

it('Forms that are an owner’s alone on a page of staff refuse staff', async () => {
  const world = await openedWorld()
  for (const [path, fields] of ownersForms) {
    const sent = { ...form, body: new URLSearchParams(fields).toString() }
    expect([path, answerOf(await world.ask('staff', 'POST', path, sent)), answerOf(await world.ask('owner', 'POST', path, sent))]).toEqual([
      path,
      'forbidden',
      'in',
    ])
  }
})

it('A private link opens its own booking alone, and one that is guessed none, for an owner too', { timeout: 120_000 }, async () => {
  const world = await openedWorld()
  const { code, customer } = world
  const { token } = customer
  const [others, guessed] = [world.otherCustomer.token, newToken()]
  const wrong: string[] = []
  for (const page of [...pageRules.link, ...pageRules.payment])
    for (const method of ['GET', 'POST'])
      for (const [name, other] of [
        ['nobody', others],
        ['nobody', guessed],
        ['owner', guessed],
      ] as const) {
        const short = `/t/${other.slice(0, 22)}`
        const path = world
          .pathOf(page)
          .replace(token, other)
          .replace(`/t/${token.slice(0, 22)}`, short)
          .replace(code, guessed)
        const answer = await world.ask(name, method, path, method === 'POST' ? form : undefined)
        const given = answerOf(answer)
        // Photos, files and payments of this booking don't exist under another's id.
        const isMissing = other === guessed || /:(photo|file)|^\/pay\//.test(page)
        // The upload's address has no page of its own, only the way back.
        const isFine = !isMissing || given === 'missing' || given === 'no form' || answer.location === `/track/${other}`
        if (!isFine || given === 'failed' || told.test(answer.text)) wrong.push(`${name} ${method} ${path}: ${answer.status}`)
      }
  expect(wrong).toEqual([])
  for (const [name, path] of [
    ['nobody', `/track/${token}`],
    ['customer', '/account/bookings'],
    ['engineer', `/engineer/jobs/${world.customer.booking}`],
    ['staff', `/staff/bookings/${world.customer.booking}`],
  ] as const)
    expect([name, (await world.ask(name, 'GET', path)).text]).toEqual([name, expect.stringMatching(/Quillfeather/)])
})

it('Developers’ pages are missing to who asks through a proxy', async () => {
  const world = await openedWorld()
  for (const page of [...pageRules.developer, ...pageRules.machine])
    expect([
      page,
      (await world.ask('developer', 'GET', world.pathOf(page), { headers: { 'X-Forwarded-For': '203.0.113.9' } })).status,
    ]).toEqual([page, 404])
})

it('Every route of the APIs and every stream answers the roles in its rule alone', { timeout: 120_000 }, async () => {
  const { services } = await freshWorld('sqlite', { env: { METRICS_TOKEN: metricsToken } })
  const parts = {
    health: async () => ({ status: 'ok', database: 'ok', jobs: 'ok' }) as const,
    pages: async () => new Response(),
    buildDir: builtServer(),
  }
  const { routes } = createApp({ services, ...parts, metrics: { contentType: 'text/plain', text: async () => '' } })
  const streams = readdirSync('server/api').filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && /\): MarkFeed /.test(readFileSync(`server/api/${file}`, 'utf8')),
  )
  expect(streams).toEqual(['board.ts', 'engineer.ts', 'live.ts', 'track.ts'])
  const paths = [boardMarks, engineerMarks, liveFigures, trackMarks].flatMap((feedOf) => feedOf(services).at.map(([{ path }]) => path))
  const known = [
    ...routes.flatMap(({ method, path }) => (method === 'ALL' ? [] : [`${method} ${path}`])),
    ...paths.map((path) => `GET ${path}`),
  ]
  expect(
    Object.values(apiRules)
      .flat()
      .filter((route) => !known.includes(route)),
  ).toEqual([])
  const world = await openedWorld()
  const questions: Question[] = []
  for (const route of new Set(known)) {
    const [method = '', pattern = ''] = route.split(' ')
    const right = rightOf(apiRules, method, pattern)
    const { who, nearest } = may[right]
    const path = `${world.pathOf(pattern).replace('/days.csv', '/blog_posts')}${right === 'link' ? `?link=${world.customer.token}` : ''}`
    const sent = { headers: { 'Content-Type': 'application/json', Accept: 'application/json' }, ...(method !== 'GET' && { body: '{}' }) }
    const refused = (name: Name): readonly Answer[] | undefined => {
      // An access token isn't the service's key, which is no access token.
      if (right === 'service' || right === 'metrics') return ['sign in']
      return pattern.startsWith('/auth/v1/') && (name === 'service' || name === 'metrics') ? ['forbidden'] : undefined
    }
    for (const name of new Set<Name>(isDeep ? names : ['nobody', 'wrongCredential', ...nearest, ...who.slice(0, 1)]))
      if (!onePress.includes(pattern) || !who.includes(name))
        questions.push({ right, name, method, path, allowed: ['in', 'missing', 'no form'], refused: refused(name), sent })
  }
  expect(await wrongAnswers(world, questions)).toEqual([])
})
