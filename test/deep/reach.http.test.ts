// @module-tag never-again
import { describe, expect, test } from 'vitest'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { minutes } from '#app/values/clock.ts'
import { isDeep } from '#test/support/depth.ts'
import { onOneEngine } from '#test/support/world.ts'
import { phones } from './reach/crew.ts'
import { type Death, deaths, liveDeadHour } from './reach/dead-hour.ts'
import { liveUnheard } from './reach/unheard.ts'

/* How people are reached, under load and while things fail. */

const idIn = (url: string) => new URL(url).searchParams.get('id') ?? ''
const all = (...channels: string[]): string[] => channels
const atOnce = all('push', 'text', 'email', 'call')
/** The steps of the ladder: when each is due, in minutes, and who is tried by what. */
const steps: { due: number; tries: Record<string, string[]> }[] = [
  { due: 0, tries: { dan: all('push', 'text', 'email'), mia: all('push', 'text', 'email') } },
  { due: 2, tries: { sam: all('push', 'text', 'email') } },
  { due: 5, tries: { dan: all('call'), mia: all('call'), sam: all('call') } },
  { due: 10, tries: { 'user-olive': all('push', 'text', 'call') } },
  { due: 15, tries: { 'user-otto': all('push', 'text', 'call') } },
  {
    due: 25,
    tries: { dan: atOnce, mia: atOnce, sam: atOnce, 'user-olive': all('push', 'text', 'call'), 'user-otto': all('push', 'text', 'call') },
  },
]
const expected = (step: number) =>
  Object.entries(steps[step]?.tries ?? {}).flatMap(([person, channels]) => channels.map((channel) => `${step} ${person} ${channel}`))

if (isDeep)
  describe('Bookings that no one accepts, on three servers that are killed again and again,', () => {
    test('have each step once, each message once, and none once accepted', { timeout: 3_600_000 }, async () => {
      const night = await liveUnheard({ seed: 1, bookings: 500, kills: 3, accepted: 25 })
      const { ids, bookedAt, acceptedAt, attempts, twilio } = night
      const of = Map.groupBy(attempts, ({ bookingId }) => bookingId)
      const acceptedFor = (id: string) => acceptedAt.get(id) ?? Number.POSITIVE_INFINITY
      for (const id of ids) {
        const made = of.get(id) ?? []
        const keys = made.map(({ step, personId, channel }) => `${step.split(' ')[1]} ${personId} ${channel}`)
        expect(new Set(keys).size).toBe(keys.length)
        for (const step of steps.keys()) {
          const taken = keys.filter((key) => key.startsWith(`${step} `)).toSorted()
          // Either all of a step's tries are made or none is, if it was accepted before that.
          expect([id, taken]).toEqual([
            id,
            taken.length === 0 && acceptedFor(id) < bookedAt + minutes(steps[step + 1]?.due ?? 99) ? [] : expected(step).toSorted(),
          ])
        }
        for (const { at } of made) expect(Date.parse(at)).toBeLessThanOrEqual(acceptedFor(id))
      }

      // At the provider.
      const texts = Map.groupBy(twilio.accepted, ({ receiptUrl }) => idIn(receiptUrl))
      const calls = Map.groupBy(twilio.placed, ({ url }) => idIn(url))
      const doubled = [...texts.values(), ...calls.values()].filter(({ length }) => length > 1)
      expect(doubled).toEqual([])
      for (const { id, bookingId, channel, outcome } of attempts) {
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
          // One may have been on its way when the job was accepted.
        } else expect(arrived - acceptedFor(bookingId)).toBeLessThan(10_000)
      }
      const ours = new Set<string>(Object.values(phones))
      const toCustomers = twilio.accepted.filter(({ to }) => !ours.has(to))
      // Each event once: that it was booked, that an engineer has it, that no one has called.
      expect(new Set(toCustomers.map(({ to, body }) => `${to} ${body}`)).size).toBe(toCustomers.length)
      expect(new Set(toCustomers.map(({ to }) => to)).size).toBe(ids.length)
      expect([night.later, night.dead]).toEqual([0, []])
    })
  })

onOneEngine('A provider of texts and calls that is dead for an hour', (engine) => {
  test.each<Death>(isDeep ? deaths : ['fail'])(
    'is replaced by emails and alerts; then texts go once, or not any longer: it %s',
    { timeout: 300_000 },
    async (death) => {
      const hour = await liveDeadHour(engine, death, isDeep ? 60 : 20)
      const { services, twilio, unheard, attempts, jobs, backAt } = hour
      const textsOf = (id: string) => twilio.accepted.filter(({ receiptUrl }) => idIn(receiptUrl) === id)
      const texts = twilio.accepted.map(({ receiptUrl }) => idIn(receiptUrl))
      const calls = twilio.placed.map(({ url }) => idIn(url))
      expect([new Set(texts).size, new Set(calls).size]).toEqual([texts.length, calls.length])
      // Emails and alerts went at each step.
      const inHour = attempts.filter(({ at }) => Date.parse(at) < backAt - minutes(5))
      const others = inHour.filter(({ channel }) => channel === 'push' || channel === 'email')
      expect(others.length).toBeGreaterThan(4)
      expect(others.filter(({ outcome }) => outcome !== 'sent')).toEqual([])
      // No try is without an end, and the booking's page doesn't say of one that went, or may have, that it didn't; nor the other way round.
      expect(attempts.filter(({ outcome }) => outcome === null)).toEqual([])
      const { history } = await readBookingView(services, unheard.id)
      for (const { id, channel } of inHour.filter((each) => each.channel === 'text' || each.channel === 'call')) {
        const what = history.find((each) => 'id' in each && each.id === id)?.what
        const ways = (channel === 'text' ? texts : calls).includes(id)
          ? /no answer yet|may not have gone through/
          : /not sent: it was \d+ minutes late|may not have gone through/
        expect([death, channel, what]).toEqual([death, channel, expect.stringMatching(ways)])
      }
      // A customer whose visit was cancelled while it was dead has the text, or the email; and the one whose text was too fresh to give up, the text.
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
    },
  )
})
