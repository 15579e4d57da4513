import { expect, it } from 'vitest'
import { uncovered, withoutAbsences } from './working-hours.ts'

const dan = 'dan'
const shift = (startsAt: string, endsAt: string) => ({ personId: dan, startsAt: `${startsAt}:00.000Z`, endsAt: `${endsAt}:00.000Z` })
const away = (firstDay: string, lastDay: string, fromTime: string | null = null, untilTime: string | null = null) => ({
  personId: dan,
  ...{ firstDay, fromTime, lastDay, untilTime },
})
const hoursOf = (shifts: readonly { startsAt: string; endsAt: string }[]) =>
  shifts.map(({ startsAt, endsAt }) => `${startsAt.slice(5, 16)} ${endsAt.slice(5, 16)}`)

const sunday = shift('2026-12-06T22:00', '2026-12-07T06:00')
const monday = shift('2026-12-07T22:00', '2026-12-08T06:00')
const tuesday = shift('2026-12-08T08:00', '2026-12-08T18:00')

it('takes out the shifts that begin on days of absence, and leaves the night before', () => {
  expect(withoutAbsences([sunday, monday, tuesday], [away('2026-12-07', '2026-12-07')])).toEqual([sunday, tuesday])
  expect(withoutAbsences([sunday, monday, tuesday], [{ ...away('2026-12-01', '2026-12-31'), personId: 'mia' }])).toHaveLength(3)
  expect(withoutAbsences([sunday, monday], [away('2026-12-07', '2026-12-07'), away('2026-12-06', '2026-12-06')])).toEqual([])
})

it('cuts shifts by times that are stated', () => {
  expect(hoursOf(withoutAbsences([tuesday], [away('2026-12-08', '2026-12-08', '10:00', '12:30')]))).toEqual([
    '12-08T08:00 12-08T10:00',
    '12-08T12:30 12-08T18:00',
  ])
  // Goes home ill at 10pm, for two days.
  expect(hoursOf(withoutAbsences([sunday, monday, tuesday], [away('2026-12-06', '2026-12-07', '23:00')]))).toEqual([
    '12-06T22:00 12-06T23:00',
    '12-08T08:00 12-08T18:00',
  ])
  expect(hoursOf(withoutAbsences([monday], [away('2026-12-07', '2026-12-08', null, '02:00')]))).toEqual(['12-08T02:00 12-08T06:00'])
})

it('goes by London’s clocks on the nights in which they change', () => {
  // 25 October 2026: back to 01:00 at 01:00 UTC. 28 March 2027: forward to 02:00 at 01:00 UTC.
  const autumn = shift('2026-10-24T21:00', '2026-10-25T06:00')
  expect(hoursOf(withoutAbsences([autumn], [away('2026-10-25', '2026-10-25', '03:00', '04:00')]))).toEqual([
    '10-24T21:00 10-25T03:00',
    '10-25T04:00 10-25T06:00',
  ])
  const spring = shift('2027-03-27T22:00', '2027-03-28T05:00')
  expect(hoursOf(withoutAbsences([spring], [away('2027-03-28', '2027-03-28', '03:00', '04:00')]))).toEqual([
    '03-27T22:00 03-28T02:00',
    '03-28T03:00 03-28T05:00',
  ])
  expect(withoutAbsences([autumn, spring], [away('2026-10-25', '2027-03-26')])).toEqual([autumn, spring])
})

it('finds all of the wanted hours that no one works, where two of them begin at the same time', () => {
  const [short, long] = [shift('2026-12-07T22:00', '2026-12-08T06:00'), shift('2026-12-07T22:00', '2026-12-08T08:00')]
  const now = '2026-12-07T12:00:00.000Z'
  for (const wanted of [
    [short, long],
    [long, short],
  ])
    expect(hoursOf(uncovered(wanted, [], now))).toEqual(['12-07T22:00 12-08T08:00'])
  // Begun already, both are wanted from now on.
  const evening = shift('2026-12-07T18:00', '2026-12-08T06:00')
  expect(hoursOf(uncovered([evening, long], [], '2026-12-07T23:00:00.000Z'))).toEqual(['12-07T23:00 12-08T08:00'])
  expect(hoursOf(uncovered([long, evening], [long], now))).toEqual(['12-07T18:00 12-07T22:00'])
})
