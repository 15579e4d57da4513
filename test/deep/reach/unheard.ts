import { setTimeout as delay } from 'node:timers/promises'
import { acceptOffer, readOffer } from '#app/features/visit/open-jobs.server.ts'
import { minutes, seconds } from '#app/values/clock.ts'
import { bookOne } from '#test/support/booked.ts'
import { type Mood, openTwilio } from '#test/support/fake-twilio.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { openPushService } from '#test/support/push-service.ts'
import { bodyOfVisitor } from '#test/support/world.ts'
import { chanceOf } from '../friday/chance.ts'
import { hireCrew } from './crew.ts'
import { openServers } from './servers.ts'

/* Dangerous bookings that no one accepts, on three servers that are killed repeatedly, with a provider that fails sometimes. */

interface Settings {
  seed: number
  bookings: number
  /** Kills in each step of the ladder. */
  kills: number
  /** Bookings that are accepted in each step. */
  accepted: number
}

/** The ladder's steps, in minutes from the booking. */
const dueAt = [0, 2, 5, 10, 15, 25]

/** By then the last step's messages have been sent again. */
const lastRetryMinutes = 40

const troubles = ['accept and hang up', 'accept and fail', 'hang up', 'fail', 'too many'] as const

/** Runs until everyone has been tried twice, and returns everything recorded. */
export async function liveUnheard({ seed, bookings, kills, accepted }: Settings) {
  const [chance, trouble] = [chanceOf(seed), chanceOf(seed + 1_000)]
  const twilio = await openTwilio()
  const push = await openPushService()
  // Midnight passes while the third step is taken.
  const world = await freshWorld('postgres', { now: '2026-11-20T23:54:50.000Z', env: twilio.env, poolSize: 4 })
  const { services } = world
  const { db } = services
  const ids: string[] = []
  for (let each = 0; each < bookings; each++)
    ids.push(
      (await bookOne(world, bodyOfVisitor(1_000 + each, { description: 'The ceiling is about to come down', contactBy: 'text' }))).id,
    )
  const bookedAt = world.clock.now().getTime()
  const browsers = await hireCrew(world, push)
  const servers = await openServers(world, 3, twilio.env)
  twilio.clock.now = servers.now
  twilio.mood.usual = (): Mood => (trouble.percent(4) ? trouble.pick(troubles) : 'accept')

  const jumps: { from: number; to: number }[] = [{ from: bookedAt, to: servers.now() }]
  const jump = (ms: number) => {
    jumps.push({ from: servers.now(), to: servers.now() + ms })
    servers.jump(ms)
  }
  /** The real time between two instants, without the jumps. */
  const realMs = (since: number, until: number) =>
    jumps.reduce((ms, { from, to }) => ms - Math.max(0, Math.min(to, until) - Math.max(from, since)), until - since)

  /** The waiting jobs: the number due, and the time of the next, also of one whose server was killed. */
  const readWaiting = async () => {
    const waiting = await db.selectFrom('jobs').select(['runAt', 'leaseToken']).where('state', '=', 'waiting').execute()
    const now = new Date(servers.now()).toISOString()
    return {
      count: waiting.length,
      due: waiting.filter(({ runAt }) => runAt <= now).length,
      // Claimed a moment ago: by a server that lives.
      isClaimed: waiting.some(({ runAt, leaseToken }) => leaseToken !== null && Date.parse(runAt) > servers.now() + seconds(50)),
      nextMs: Math.min(...waiting.map(({ runAt }) => Date.parse(runAt))) - servers.now(),
    }
  }
  const stepsTaken = async () =>
    Number(
      (
        await db
          .selectFrom('reachAttempts')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )

  const acceptedAt = new Map<string, number>()
  let killed = 0
  const open = () => ids.filter((each) => !acceptedAt.has(each))
  async function accept(id: string) {
    const attempt = await db
      .selectFrom('reachAttempts')
      .select('id')
      .where('bookingId', '=', id)
      .where('person', '=', 'engineer')
      .where('endedAt', 'is', null)
      .executeTakeFirst()
    const offer = attempt && (await readOffer(services, { attemptId: attempt.id }))
    if (offer?.state !== 'open') return
    await acceptOffer(services, { attemptId: offer.attemptId, seen: offer.job.seen, how: 'link' })
    acceptedAt.set(id, servers.now())
  }

  for (const [step, due] of dueAt.entries()) {
    process.stdout.write(
      `step ${step} at ${((servers.now() - bookedAt) / 60_000).toFixed(2)}: ${await stepsTaken()} tries, ${acceptedAt.size} accepted, ${killed} killed\n`,
    )
    const wait = bookedAt + minutes(due) - seconds(2) - servers.now()
    if (wait > 0) jump(wait)
    let [kill, toAccept] = [kills, step === 0 ? 0 : accepted]
    let [before, changedAt] = [-1, 0]
    // Until everyone has been tried, every kill is done, and nothing waits.
    for (;;) {
      await delay(chance.between(200, 1_500))
      if (kill > 0) {
        const [at, other] = [chance.whole(0, 2), chance.whole(0, 2)]
        const both = chance.percent(20) && at !== other
        await Promise.all([servers.crash(at), ...(both ? [servers.crash(other)] : [])])
        kill -= 1
        killed += both ? 2 : 1
      }
      for (let each = 0; each < 5 && toAccept > 0; each++, toAccept--) await accept(chance.pick(open() as [string, ...string[]]))
      const [waiting, taken] = [await readWaiting(), await stepsTaken()]
      if (taken !== before) [before, changedAt] = [taken, servers.now()]
      if (kill > 0 || toAccept > 0 || waiting.due > 0 || waiting.isClaimed) continue
      const untilNextMs = bookedAt + minutes(dueAt[step + 1] ?? lastRetryMinutes) - seconds(2) - servers.now()
      // The remaining jobs wait for a retry, or for the lease of a server that was killed; or for the morning, which must not come early.
      if (waiting.nextMs < untilNextMs) jump(Math.max(0, waiting.nextMs) + 1)
      // Each server has looked for steps since the last was taken.
      else if (servers.now() > Math.max(changedAt, bookedAt + minutes(due)) + seconds(11)) break
    }
  }
  for (const id of open()) await accept(id)
  const attempts = await db.selectFrom('reachAttempts').selectAll().orderBy('id').execute()
  jump(minutes(40))
  await delay(seconds(25))
  const later = (await stepsTaken()) - attempts.length
  const lost = await db.selectFrom('jobAttempts').select('id').where('outcome', '=', 'lost').execute()
  const dead = await db.selectFrom('jobs').select(['kind', 'about']).where('state', '=', 'dead').execute()
  const mails = await db.selectFrom('localMail').select(['id', 'recipient', 'at']).execute()
  return {
    ids,
    bookedAt,
    acceptedAt,
    attempts,
    later,
    lost: lost.length,
    dead,
    mails,
    killed,
    twilio,
    browsers,
    realMs,
    errors: servers.errors(),
  }
}
