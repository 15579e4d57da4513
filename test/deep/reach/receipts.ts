import { AnswerNeeded } from '#app/features/booking/refusals.ts'
import { escalate } from '#app/features/desk/escalate.server.ts'
import { assignEngineer } from '#app/features/dispatch/assign-engineer.server.ts'
import { cancelByStaff } from '#app/features/dispatch/cancel-by-staff.server.ts'
import type { Engine } from '#app/platform/database.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { hours, minutes } from '#app/values/clock.ts'
import { jobHandlers } from '#server/jobs.ts'
import { openApp } from '#test/support/app.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { type Mood, openTwilio } from '#test/support/fake-twilio.ts'
import { openPushService } from '#test/support/push-service.ts'
import { bodyOfVisitor } from '#test/support/world.ts'
import { chanceOf } from '../friday/chance.ts'
import { hireCrew } from './crew.ts'

/*
 * A night of some hours from 6pm on, with a provider of texts that fails, and whose receipts arrive late, twice, in any order or never,
 * among forged ones; and with customers who answer, stop texts and start them again.
 */

const troubles = ['accept and hang up', 'accept and fail', 'hang up', 'fail', 'too many'] as const

/** A text's result. `lost`: it isn't reported. */
type Fate = 'delivered' | 'undelivered' | 'lost'

interface Post {
  at: number
  path: string
  fields: Record<string, string>
  isForged?: true
}

export async function liveReceipts(engine: Engine, { seed, bookings, long }: { seed: number; bookings: number; long: number }) {
  const chance = chanceOf(seed)
  const twilio = await openTwilio()
  const { world, app } = await openApp(engine, { now: '2026-11-20T18:00:00.000Z', env: twilio.env })
  const { services, clock } = world
  const { siteUrl } = services.config
  twilio.clock.now = () => clock.now().getTime()
  twilio.mood.usual = (): Mood => (chance.percent(15) ? chance.pick(troubles) : 'accept')
  const booked: Booked[] = []
  const phoneOf = (each: number) => `+44770${903_0000 + each}`
  for (let each = 0; each < bookings; each++)
    booked.push(
      await bookOne(
        world,
        bodyOfVisitor(0, { phone: phoneOf(each), email: `customer${each}@example.com`, contactBy: chance.pick(['text', 'text', 'both']) }),
      ),
    )
  await hireCrew(world, await openPushService())

  const fates = new Map<string, Fate>()
  /** The reports that we were sent of each text, by its id. */
  const told = new Map<string, Set<string>>()
  const posts: Post[] = []
  const answers: string[] = []
  /** The numbers that have stopped texts, and texts that they got nevertheless. */
  const stopped = new Set<string>()
  const afterStop: string[] = []
  let [seen, sent, refused] = [0, 0, 0]

  async function post({ path, fields, isForged }: Post) {
    const signature = twilio.sign(`${siteUrl}${path}`, fields, isForged && 'another token')
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
    const { status } = await app.request(path, { method: 'POST', headers, body: new URLSearchParams(fields).toString() })
    if (isForged && status === 403) refused += 1
    if (!isForged && status >= 300) throw new Error(`${path} was answered ${status}`)
  }

  /** Decides the result of the texts accepted since, and the time of its report. */
  function decide() {
    for (const { sid, to, receiptUrl } of twilio.accepted.slice(seen)) {
      const fate = chance.pick<Fate>(['delivered', 'delivered', 'delivered', 'undelivered', 'lost'])
      const path = receiptUrl.replace(siteUrl, '')
      const id = new URL(receiptUrl).searchParams.get('id') ?? ''
      fates.set(id, fate)
      if (stopped.has(to)) afterStop.push(to)
      const report = (MessageStatus: string, more: Partial<Post> = {}) => {
        const at = clock.now().getTime() + chance.between(0, minutes(20))
        const fields = { MessageSid: sid, MessageStatus, To: to, ...(MessageStatus === 'undelivered' && { ErrorCode: '30003' }) }
        for (let time = 0; time < (chance.percent(30) ? 2 : 1); time++) posts.push({ at: at + time * minutes(7), path, fields, ...more })
      }
      if (chance.percent(20)) report(fate === 'delivered' ? 'failed' : 'delivered', { isForged: true })
      // One about another text, and one of ours under another's id.
      if (chance.percent(5)) report('failed', { path: '/functions/v1/text-receipts?id=none' })
      const states = ['queued', 'sent', ...(fate === 'lost' ? [] : [fate])]
      told.set(id, new Set(states))
      for (const state of states) report(state)
    }
    seen = twilio.accepted.length
  }

  /** A customer texts us; their provider delivers it once, or twice. */
  async function answer() {
    const From = phoneOf(chance.whole(0, bookings))
    const text = chance.percent(15) ? 'STOP' : stopped.has(From) && chance.percent(50) ? 'START' : `The gate code is ${sent}`
    const fields = { From, To: '+442079460000', Body: text, MessageSid: `SM answer ${sent++}` }
    for (let time = 0; time < (chance.percent(30) ? 2 : 1); time++) await post({ at: 0, path: '/functions/v1/texts', fields })
    if (text === 'STOP') stopped.add(From)
    else if (text === 'START') stopped.delete(From)
    else answers.push(text)
  }

  /** Doubts are answered with yes. */
  async function assign(act: Parameters<typeof assignEngineer>[1]) {
    try {
      await assignEngineer(services, act)
    } catch (error) {
      if (!(error instanceof AnswerNeeded)) throw error
      await assignEngineer(services, { ...act, confirmed: error.confirms })
    }
  }

  /** Staff give a job to an engineer, or cancel it: its customer hears. */
  async function work() {
    const one = booked[chance.whole(0, bookings - 1)] as Booked
    const { status, engineerId } = await one.read()
    if (status === 'cancelled') return
    const act = { bookingId: one.id, staffId: 'user-olive', seen: await one.seen() }
    if (chance.percent(30)) await cancelByStaff(services, { ...act, reason: 'We have no parts for it.' })
    else await assign({ ...act, engineerId: engineerId === 'dan' ? 'mia' : 'dan' })
  }

  const end = clock.now().getTime() + hours(long)
  while (clock.now().getTime() < end) {
    await escalate(services)
    await runDueJobs(services, jobHandlers)
    decide()
    const now = clock.now().getTime()
    for (const due of posts.filter(({ at }) => at <= now)) await post(due)
    posts.splice(0, posts.length, ...posts.filter(({ at }) => at > now))
    const mayAct = now < end - hours(1)
    if (mayAct && chance.percent(30)) await answer()
    if (mayAct && chance.percent(40)) await work()
    clock.advance(minutes(chance.whole(1, 5)))
  }
  const unmatched = await services.db.selectFrom('enquiries').select('text').where('kind', '=', 'text').execute()
  const messages = await services.db.selectFrom('bookingMessages').select('text').where('sender', '=', 'customer').execute()
  return {
    services,
    booked,
    twilio,
    fates,
    told,
    answers,
    stopped,
    afterStop,
    refused,
    messages,
    unmatched,
  }
}
