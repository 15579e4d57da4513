import { setTimeout as delay } from 'node:timers/promises'
import { addScreen } from '#app/features/desk/manage-screens.server.ts'
import { screenCookie } from '#app/features/desk/screen-cookie.server.ts'
import { openCheckout } from '#app/features/red-line/open-checkout.server.ts'
import type { PaymentEvent } from '#app/platform/payments.ts'
import { minutes, seconds } from '#app/values/clock.ts'
import { bookOne } from '#test/support/booked.ts'
import { openTwilio } from '#test/support/fake-twilio.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { openPushService } from '#test/support/push-service.ts'
import { bodyOfVisitor } from '#test/support/world.ts'
import { hireCrew, phones } from './crew.ts'
import { openServers } from './servers.ts'

/* A Red Line payment at 3am on three servers, in real seconds: the people who hear of it, the channels and times; and jobs that are
   accepted on one server while wall screens are open on all. */

const redLineDue = [0, 1, 3, 5, 8]

export async function liveNight(taken: number) {
  const twilio = await openTwilio()
  const push = await openPushService()
  const world = await freshWorld('postgres', { payments: true, now: '2026-11-21T03:00:00.000Z', env: twilio.env, poolSize: 4 })
  const { services } = world
  const { db } = services
  const redLine = await bookOne(world, { serviceLevel: 'redline' })
  const others = []
  for (let each = 0; each < taken; each++)
    others.push(await bookOne(world, bodyOfVisitor(3_000 + each, { description: 'The ceiling is about to come down' })))
  await hireCrew(world, push)
  const screen = await addScreen(services, { name: 'Office', staffId: 'user-olive' })
  const servers = await openServers(world, 3, twilio.env)
  twilio.clock.now = servers.now
  const urlOf = (at: number) => servers.instances[at % 3]?.url ?? ''

  const until = async (isSo: () => Promise<boolean> | boolean) => {
    for (let waited = 0; !(await isSo()); waited += 20) {
      if (waited > 60_000) throw new Error('It didn’t happen within a minute')
      await delay(20)
    }
  }
  const attemptsOf = (id: string) => db.selectFrom('reachAttempts').selectAll().where('bookingId', '=', id).orderBy('id').execute()
  const isAllSent = async (id: string, count: number) => {
    const made = await attemptsOf(id)
    return made.length >= count && made.every(({ outcome }) => outcome !== null)
  }

  const isSending = async () =>
    (await db
      .selectFrom('jobs')
      .select('id')
      .where('about', '=', redLine.id)
      .where('kind', 'like', 'open-job-%')
      .where('state', '=', 'waiting')
      .executeTakeFirst()) !== undefined

  const checkoutUrl = await openCheckout(services, redLine.id, `${servers.siteUrl}/track/x`)
  const checkoutId = checkoutUrl.split('/').at(-1) ?? ''
  const at = world.clock.now().toISOString()
  const payment = { providerPaymentId: checkoutId, checkoutId, sessionId: null, amountPence: 2_999, currency: 'gbp', paidAt: at }
  const body = JSON.stringify({ id: 'event', kind: 'checkout.paid', payment } satisfies PaymentEvent)
  const signature = `t=${at},v1=${services.secrets.sign('sandbox-payment', `${at}.${body}`)}`
  const paidAt = servers.now()
  const paid = await fetch(`${urlOf(0)}/functions/v1/payment-events`, {
    method: 'POST',
    headers: { 'payment-signature': signature },
    body,
  })
  if (!paid.ok) throw new Error(`The payment was answered ${paid.status}: ${await paid.text()}`)
  for (const [step, due] of redLineDue.entries()) {
    const wait = paidAt + minutes(due) - seconds(1) - servers.now()
    if (wait > 0) servers.jump(wait)
    await until(async () => (await isAllSent(redLine.id, [6, 9, 12, 15, 18][step] ?? 0)) && !(await isSending()))
  }
  const pushed = await db.selectFrom('jobs').select(['payload', 'finishedAt']).where('kind', '=', 'open-job-push').execute()
  const mails = await db.selectFrom('localMail').select(['id', 'at']).execute()
  const heard = (await attemptsOf(redLine.id)).map(({ id, step, personId, channel }) => {
    const arrived = {
      text: () => twilio.accepted.find(({ receiptUrl }) => receiptUrl.endsWith(id))?.at,
      call: () => twilio.placed.find(({ url }) => url.endsWith(id))?.at,
      email: () => Date.parse(mails.find((mail) => mail.id === id)?.at ?? ''),
      push: () => Date.parse(pushed.find(({ payload }) => payload.includes(id))?.finishedAt ?? ''),
    }
    return {
      due: redLineDue[Number(step.split(' ')[1])] ?? 0,
      person: personId.replace('user-', ''),
      channel,
      ms: (arrived[channel]() ?? Number.NaN) - paidAt,
    }
  })

  // Each is accepted on one server by its link, while wall screens are open on all.
  const cookie = screenCookie(services, screen).split(';')[0] ?? ''
  const walls = await Promise.all([0, 1, 2].map((each) => openWall(urlOf(each), cookie)))
  const stops: { wallMs: number[]; pageMs: number; messages: number }[] = []
  for (const [each, { id }] of others.entries()) {
    await until(() => isAllSent(id, 6))
    const linkTo = (phone: string) => {
      const tries = twilio.accepted.filter((text) => text.to === phone)
      return async () => {
        const ids = new Set((await attemptsOf(id)).map((attempt) => attempt.id))
        return new URL(
          /http\S+$/.exec(tries.find(({ receiptUrl }) => ids.has(new URL(receiptUrl).searchParams.get('id') ?? ''))?.body ?? '')?.[0] ??
            'http://none',
        ).pathname
      }
    }
    const [hers, his] = [await linkTo(phones.mia)(), await linkTo(phones.dan)()]
    await delay(1_000)
    const page = await (await fetch(`${urlOf(each)}${hers}`)).text()
    const seen = /name="seen" value="([^"]*)"/.exec(page)?.[1] ?? ''
    const before = walls.map(({ mark }) => mark())
    const since = Date.now()
    const answer = await fetch(`${urlOf(each)}${hers}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: servers.siteUrl, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ seen }),
    })
    if (answer.status !== 303) throw new Error(`The offer was answered ${answer.status}`)
    const acceptedAt = servers.now()
    await until(async () => (await (await fetch(`${urlOf(each + 1)}${his}`)).text()).includes('Taken by another engineer'))
    const pageMs = Date.now() - since
    await until(() => walls.every(({ mark }, wall) => mark() !== before[wall]))
    const ids = new Set((await attemptsOf(id)).map((attempt) => attempt.id))
    await delay(2_000)
    const later = [...twilio.accepted.map(({ receiptUrl: url, at }) => ({ url, at })), ...twilio.placed]
    stops.push({
      wallMs: walls.map(({ changedAt }) => changedAt() - since),
      pageMs,
      messages: later.filter((one) => one.at > acceptedAt && ids.has(new URL(one.url).searchParams.get('id') ?? '')).length,
    })
  }
  for (const wall of walls) wall.close()
  return { heard, stops, twilio }
}

/** An open wall screen: its last mark, and the time of that. */
async function openWall(url: string, cookie: string) {
  const closing = new AbortController()
  const response = await fetch(`${url}/staff/wall/live`, { headers: { accept: 'text/event-stream', cookie }, signal: closing.signal })
  if (!response.ok || !response.body) throw new Error(`The wall was answered ${response.status}`)
  let [last, at] = ['', 0]
  const follow = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream)
      for (const [, mark = ''] of new TextDecoder().decode(chunk).matchAll(/"mark":"([^"]*)"/g))
        if (mark !== last) [last, at] = [mark, Date.now()]
  }
  follow(response.body).catch(() => undefined)
  return { mark: () => last, changedAt: () => at, close: () => closing.abort() }
}
