// @module-tag never-again
import { describe, expect, test } from 'vitest'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { areTextsUsedUp, mostTextsADay, mostUnprovenADay } from '#app/platform/texts.ts'
import { minutes } from '#app/values/clock.ts'
import { idFrom } from '#app/values/ids.ts'
import { isDeep, tries } from '#test/support/depth.ts'
import { onOneEngine } from '#test/support/world.ts'
import { phones } from './reach/crew.ts'
import { type Death, deaths, liveDeadHour } from './reach/dead-hour.ts'
import { liveNight } from './reach/night.ts'
import { liveReceipts } from './reach/receipts.ts'
import { liveStorm } from './reach/storm.ts'
import { liveUnheard } from './reach/unheard.ts'

/* Reaching people under load and during failures. Each simulation prints its seed and its measurements. */

const idIn = (url: string) => new URL(url).searchParams.get('id') ?? ''
const all = (...channels: string[]): string[] => channels
/** The steps of the ladder: the minutes until each is due, and the people and channels. */
const steps: { due: number; tries: Record<string, string[]> }[] = [
  { due: 0, tries: { dan: all('push', 'text', 'email'), mia: all('push', 'text', 'email') } },
  { due: 2, tries: { sam: all('push', 'text', 'email') } },
  { due: 5, tries: { dan: all('call'), mia: all('call'), sam: all('call') } },
  { due: 10, tries: { 'user-olive': all('push', 'text', 'call') } },
  { due: 15, tries: { 'user-otto': all('push', 'text', 'call') } },
  {
    due: 25,
    tries: {
      ...{ dan: all('push', 'text', 'email', 'call'), mia: all('push', 'text', 'email', 'call') },
      ...{ sam: all('push', 'text', 'email', 'call'), 'user-olive': all('push', 'text', 'call'), 'user-otto': all('push', 'text', 'call') },
    },
  },
]
const expected = (step: number) =>
  Object.entries(steps[step]?.tries ?? {}).flatMap(([person, channels]) => channels.map((channel) => `${step} ${person} ${channel}`))

const unheard = { bookings: 500, kills: 3, accepted: 25 }

if (isDeep)
  describe('Bookings that no one accepts, on three servers that are killed again and again,', () => {
    test.each([1])(
      'have each step once and in time, each message once, and none once accepted: seed %i',
      { timeout: 3_600_000 },
      async (seed) => {
        const night = await liveUnheard({ seed, ...unheard })
        const { ids, bookedAt, acceptedAt, attempts, twilio, realMs } = night
        const of = Map.groupBy(attempts, ({ bookingId }) => bookingId)
        const acceptedFor = (id: string) => acceptedAt.get(id) ?? Number.POSITIVE_INFINITY
        const late: number[] = []
        for (const id of ids) {
          const made = of.get(id) ?? []
          const keys = made.map(({ step, personId, channel }) => `${step.split(' ')[1]} ${personId} ${channel}`)
          expect(new Set(keys).size).toBe(keys.length)
          for (const [step, { due }] of steps.entries()) {
            const dueAt = bookedAt + minutes(due)
            const taken = keys.filter((key) => key.startsWith(`${step} `)).toSorted()
            // All of a step's tries are made, or none if it was accepted before.
            expect([id, taken]).toEqual([
              id,
              taken.length === 0 && acceptedFor(id) < bookedAt + minutes(steps[step + 1]?.due ?? 99) ? [] : expected(step).toSorted(),
            ])
            for (const { at } of made.filter((each) => each.step.endsWith(` ${step}`))) late.push(realMs(dueAt, Date.parse(at)))
          }
          for (const { at } of made) expect(Date.parse(at)).toBeLessThanOrEqual(acceptedFor(id))
        }

        expect(acceptedAt.size).toBe(ids.length)

        // At the provider.
        const texts = Map.groupBy(twilio.accepted, ({ receiptUrl }) => idIn(receiptUrl))
        const calls = Map.groupBy(twilio.placed, ({ url }) => idIn(url))
        const doubled = [...texts.values(), ...calls.values()].filter(({ length }) => length > 1)
        expect(doubled).toEqual([])
        // An engineer's leads to the offer of this one try; owners' always lead to the same page.
        const offers = [...night.browsers.values()].flatMap((browser) => browser.alerts()).filter(({ path }) => path.startsWith('/take/'))
        const alerts = Map.groupBy(offers, ({ path }) => path)
        const sentAfter: number[] = []
        const textLate: number[] = []
        const unsent = { text: 0, call: 0, email: 0 }
        for (const { id, bookingId, channel, outcome, at } of attempts) {
          if (channel === 'push') continue
          const arrived =
            channel === 'text'
              ? texts.get(id)?.[0]?.at
              : channel === 'call'
                ? calls.get(id)?.[0]?.at
                : Date.parse(night.mails.find((mail) => mail.id === id)?.at ?? '') || undefined
          if (arrived === undefined) {
            // Stopped before it was sent; or a call that may have been placed, which isn't placed again.
            expect([channel, outcome]).toEqual([channel, channel === 'call' && outcome === 'unknown' ? 'unknown' : 'stopped'])
            unsent[channel] += 1
          } else {
            textLate.push(realMs(Date.parse(at), arrived))
            if (arrived > acceptedFor(bookingId)) sentAfter.push(arrived - acceptedFor(bookingId))
          }
        }
        // One that was on its way when the job was accepted.
        for (const ms of sentAfter) expect(ms).toBeLessThan(10_000)
        const ours = new Set<string>(Object.values(phones))
        const toCustomers = twilio.accepted.filter(({ to }) => !ours.has(to))
        // Each event once: it was booked, an engineer has it, no one has called.
        expect(new Set(toCustomers.map(({ to, body }) => `${to} ${body}`)).size).toBe(toCustomers.length)
        expect(new Set(toCustomers.map(({ to }) => to)).size).toBe(ids.length)
        expect([night.later, night.dead]).toEqual([0, []])

        printTable(`Bookings that no one accepts, seed ${seed}`, [
          ['bookings, steps recorded', ids.length, late.length],
          ['servers killed, jobs interrupted', night.killed, night.lost],
          ['step recorded after it was due', spread(late)],
          ['message at the provider after its step', spread(textLate)],
          ['texts and calls at the provider', twilio.accepted.length, twilio.placed.length],
          ['of those twice', doubled.length],
          ['questions what it had accepted', twilio.looked()],
          [
            'alerts to engineers, of those twice (the newer replaces the older on the screen)',
            alerts.size,
            [...alerts.values()].filter(({ length }) => length > 1).length,
          ],
          ['stopped before it was sent, or a call that may have been placed', JSON.stringify(unsent)],
          ['sent after the job was accepted: on its way by then', sentAfter.length, sentAfter.length > 0 ? spread(sentAfter) : ''],
        ])
      },
    )
  })

onOneEngine('A provider of texts and calls that is dead for an hour', (engine) => {
  test.each<Death>(isDeep ? deaths : ['fail'])(
    'is replaced by emails and alerts; then texts go once, or not any longer: it %s',
    { timeout: 300_000 },
    async (death) => {
      const hour = await liveDeadHour(engine, death, isDeep ? 60 : 20)
      const { services, twilio, unheard, attempts, jobs, results, backAt } = hour
      const textsOf = (id: string) => twilio.accepted.filter(({ receiptUrl }) => idIn(receiptUrl) === id)
      const texts = twilio.accepted.map(({ receiptUrl }) => idIn(receiptUrl))
      const calls = twilio.placed.map(({ url }) => idIn(url))
      expect([new Set(texts).size, new Set(calls).size]).toEqual([texts.length, calls.length])
      // Emails and alerts went at each step.
      const inHour = attempts.filter(({ at }) => Date.parse(at) < backAt - minutes(5))
      const others = inHour.filter(({ channel }) => channel === 'push' || channel === 'email')
      expect(others.length).toBeGreaterThan(4)
      expect(others.filter(({ outcome }) => outcome !== 'sent')).toEqual([])
      // Every try has an end, and the booking's page is right about which ones were sent, or may have been.
      expect(attempts.filter(({ outcome }) => outcome === null)).toEqual([])
      const { history } = await readBookingView(services, unheard.id)
      for (const { id, channel } of inHour.filter((each) => each.channel === 'text' || each.channel === 'call')) {
        const what = history.find((each) => 'id' in each && each.id === id)?.what
        const ways = (channel === 'text' ? texts : calls).includes(id)
          ? /no answer yet|may not have gone through/
          : /not sent: it was \d+ minutes late|may not have gone through/
        expect([death, channel, what]).toEqual([death, channel, expect.stringMatching(ways)])
      }
      // A customer whose visit was cancelled in the outage has the text or the email; one whose text was too recent to give up, the text.
      const mailsOf = (booking: { id: string }) => jobs.filter(({ kind, about }) => kind === 'customer-change' && about === booking.id)
      const textJobOf = (booking: { id: string }) => jobs.find(({ kind, about }) => kind === 'customer-change-text' && about === booking.id)
      const heardOf = (booking: { id: string }) => ({
        texts: textsOf(textJobOf(booking)?.id ?? '').length,
        emails: mailsOf(booking).length,
      })
      const isFound = death.startsWith('accept')
      expect(heardOf(hour.early)).toEqual({ texts: isFound ? 1 : 0, emails: isFound ? 0 : 1 })
      expect(heardOf(hour.late)).toEqual({ texts: 1, emails: 0 })
      // Without an email address, staff see why on the booking's page.
      const { undelivered } = await readBookingView(services, hour.mute.id)
      expect([heardOf(hour.mute).emails, undelivered?.isText]).toEqual([0, isFound ? undefined : true])
      expect(jobs.filter(({ state, kind }) => state !== 'done' && kind !== 'customer-change-text')).toEqual([])
      if (isDeep)
        printTable(`A provider that is dead for an hour: it ${death}`, [
          ...[...Map.groupBy(attempts, ({ channel, outcome }) => `${channel} ${outcome}`)].map(
            ([what, all]) => [what, all.length] as const,
          ),
          ['texts, calls at the provider, of those twice', texts.length, calls.length, 0],
          ['what staff read of a customer’s text', results.findLast(({ jobId }) => jobId === textJobOf(hour.early)?.id)?.detail ?? ''],
        ])
    },
  )
})

onOneEngine('A night of texts whose receipts fail, come late, twice, in any order, forged or never', (engine) => {
  test.each(Array.from({ length: tries(1, 3) }, (_, each) => each + 1))(
    'ends with each in its true state: seed %i',
    { timeout: 120_000 },
    async (seed) => {
      const night = await liveReceipts(engine, { seed, bookings: tries(4, 30), long: tries(2, 14) })
      const { services, twilio, fates, told, answers, messages, unmatched, afterStop } = night
      const { db } = services
      expect(fates.size).toBe(twilio.accepted.length)
      const rows = await db.selectFrom('sentTexts').select(['id', 'state', 'providerId']).where('providerId', 'is not', null).execute()
      const expectedState = (id: string) =>
        fates.get(id) === 'delivered'
          ? 'delivered'
          : fates.get(id) === 'undelivered'
            ? 'failed'
            : told.get(id)?.has('sent')
              ? 'sent'
              : 'accepted'
      expect(Object.fromEntries(rows.map(({ id, state }) => [id, state]))).toEqual(
        Object.fromEntries([...fates.keys()].map((id) => [id, expectedState(id)])),
      )
      // In place of a failed text, those who chose texts alone have one email.
      const jobs = await db
        .selectFrom('jobs')
        .innerJoin('bookings', 'bookings.id', 'jobs.about')
        .select(['jobs.id', 'kind', 'contactBy', 'state'])
        .execute()
      const emailed = new Set(jobs.filter(({ kind }) => kind === 'customer-change').map(({ id }) => id))
      for (const { id, contactBy } of jobs.filter(({ kind, contactBy }) => kind === 'customer-change-text' && contactBy === 'text'))
        if (fates.get(id) === 'undelivered') expect([id, contactBy, emailed.has(idFrom(id, 'email'))]).toEqual([id, contactBy, true])
        else if (fates.has(id)) expect([id, contactBy, emailed.has(idFrom(id, 'email'))]).toEqual([id, contactBy, false])
      expect(afterStop).toEqual([])
      expect([...messages, ...unmatched].map(({ text }) => text).toSorted()).toEqual(answers.toSorted())
      expect(jobs.filter(({ state }) => state === 'waiting')).toEqual([])
      if (isDeep && seed === 1)
        printTable(`A night of receipts, seed ${seed}`, [
          [
            'texts, of those delivered, undelivered, not reported',
            fates.size,
            ...(['delivered', 'undelivered', 'lost'] as const).map((fate) => [...fates.values()].filter((each) => each === fate).length),
          ],
          ['forged receipts refused', night.refused],
          ['answers kept, on a booking and beside', messages.length, unmatched.length],
        ])
    },
  )
})

describe('A storm of texts to customers, on three instances,', () => {
  const wanted = isDeep ? { bookings: 10_000, toOne: 100 } : { bookings: 20, toOne: 30 }
  test.each(isDeep ? [false, true] : [false])(
    'is one text for each at most, within the day’s limits, and the email beyond them; unproven: %s',
    { timeout: 1_200_000 },
    async (isUnproven) => {
      const { services, twilio, ended, mails, statements, ms, first } = await liveStorm({ ...wanted, isUnproven })
      const limit = isUnproven ? mostUnprovenADay : mostTextsADay
      const most = Math.min(wanted.bookings + limit.number - 1, limit.all)
      const ids = twilio.accepted.map(({ receiptUrl }) => idIn(receiptUrl))
      expect([ids.length, new Set(ids).size]).toEqual([most, most])
      expect(twilio.accepted.filter(({ to }) => to === first.phone).length).toBeLessThanOrEqual(limit.number)
      expect(ended.filter(({ state }) => state !== 'done')).toEqual([])
      // Each unsent text is an email, and the reason is in the list of messages.
      const texts = ended.filter(({ kind }) => kind === 'customer-late-text')
      const over = texts.filter(({ id }) => !ids.includes(id))
      expect(mails.length).toBe(texts.length - most)
      expect(over.filter(({ detail }) => !/only by email: (the day’s texts|this number has had too many)/.test(detail ?? ''))).toEqual([])
      expect(await areTextsUsedUp(services)).toBe(isDeep && !isUnproven)
      if (isDeep)
        printTable(`A storm of texts about ${isUnproven ? 'unproven' : 'proven'} bookings`, [
          ['texts wanted, sent, emailed instead', texts.length, ids.length, mails.length],
          ['to the number that was wanted most', twilio.accepted.filter(({ to }) => to === first.phone).length],
          ['seconds, messages a second', (ms / 1_000).toFixed(0), Math.round(ended.length / (ms / 1_000))],
          ['statements for each message', (statements / ended.length).toFixed(1)],
        ])
    },
  )
})

if (isDeep)
  describe('A Red Line payment at 3am, on three servers,', () => {
    test('is heard by everyone in turn, and a job that is accepted on one stops on all', { timeout: 600_000 }, async () => {
      const { heard, stops, twilio } = await liveNight(5)
      expect(heard.filter(({ ms }) => Number.isNaN(ms))).toEqual([])
      expect(new Set(twilio.accepted.map(({ receiptUrl }) => idIn(receiptUrl))).size).toBe(twilio.accepted.length)
      for (const { messages } of stops) expect(messages).toBe(0)
      printTable('Who hears of a Red Line payment at 3am: seconds after the payment', [
        ...heard.map(({ due, person, channel, ms }) => [`${due} min  ${person}  ${channel}`, (ms / 1_000).toFixed(1)] as const),
      ])
      printTable('Accepted on one of three servers: seconds until the others show it', [
        ...stops.map(
          ({ wallMs, pageMs }, each) =>
            [
              `job ${each + 1}: the slowest wall screen, another’s offer`,
              (Math.max(...wallMs) / 1_000).toFixed(2),
              (pageMs / 1_000).toFixed(2),
            ] as const,
        ),
      ])
    })
  })

/* A simulation's output: its seed and its measurements. */

function printTable(title: string, rows: readonly (readonly [what: string, ...figures: (string | number)[]])[]): void {
  const width = Math.max(...rows.map(([what]) => what.length))
  const lines = rows.map(([what, ...figures]) => `  ${what.padEnd(width)}  ${figures.join('  ')}`)
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`)
}

/** The median, the 99th of a hundred and the largest, in seconds. */
function spread(ms: readonly number[]): string {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (part: number) => ((sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN) / 1_000).toFixed(1)
  return `${at(0.5)} s, 99 in 100 within ${at(0.99)} s, at most ${at(1)} s (${sorted.length})`
}
