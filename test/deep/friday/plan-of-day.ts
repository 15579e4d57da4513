import { emergencyTypes } from '#content/emergency-types.ts'
import { type Chance, chanceOf } from './chance.ts'

/*
 * The events of a simulated day, before anyone reacts to them: who calls when and wants what, who works, and what goes wrong. Derived from
 * a seed only. Minutes count from the start of the day.
 */

export interface DaySettings {
  seed: number
  bookings: number
  engineers: number
  dispatchers: number
  /** The first and the last call, in minutes since the day began. */
  callsFrom: number
  callsUntil: number
  /** Stops at this minute, while the day is busy. By default the whole day runs. */
  stopsAt?: number
  /** Everything goes as planned: no one is ill, late, out or in conflict, and no one asks for Red Line. */
  isQuiet?: boolean
}

export interface Caller {
  number: number
  name: string
  minute: number
  channel: 'online' | 'phone'
  serviceLevel: 'standard' | 'redline'
  service: string
  postcode: string
  /** The free slot that they then take. 0: as soon as possible. */
  slot: number
  /** True if they submit twice. */
  isDoubled: boolean
  /** Minutes until they pay. `undefined`: they never pay. */
  paysAfter: number | undefined
  cancelsAfter: number | undefined
  movesAfter: number | undefined
  isOut: boolean
}

interface Sickness {
  engineer: number
  minute: number
}

export interface PlanOfDay {
  callers: Caller[]
  sicknesses: Sickness[]
}

const postcodes = ['E1 1FR', 'E8 1EA', 'N1 9GU', 'NW1 6XE', 'SE1 9SG', 'SE15 4QL', 'SW1A 1AA', 'SW9 8HE', 'W1A 1AA', 'W6 9YA'] as const
/** Typical names in London, some longer than a card is wide. */
const callerNames = [
  'Priya Raman',
  'Maximilian Featherstonehaugh-Cholmondeley',
  'Jo Li',
  'Oluwaseun Adebayo-Williams',
  'Bartholomew & Sons Property Management (Ms Abernathy)',
  'Siân Ó Conchobhair',
  'Tom Hall',
] as const
const services = emergencyTypes.map(({ name }) => name) as unknown as readonly [string, ...string[]]

/** The whole day of a seed. In the hour of frost, five times as many people call. */
export function planOfDay(settings: DaySettings): PlanOfDay {
  const chance = chanceOf(settings.seed)
  const frozen = chance.whole(settings.callsFrom, Math.max(settings.callsFrom, settings.callsUntil - 120))
  const callers = Array.from({ length: settings.bookings }, (_, number) => callerOf(settings, chance, number, frozen))
  return {
    callers: callers.toSorted((a, b) => a.minute - b.minute),
    sicknesses: settings.isQuiet
      ? []
      : Array.from({ length: Math.ceil(settings.engineers / 6) }, () => ({
          engineer: chance.whole(0, settings.engineers - 1),
          minute: chance.whole(settings.callsFrom + 60, settings.callsUntil),
        })),
  }
}

function callerOf({ isQuiet, callsFrom, callsUntil }: DaySettings, chance: Chance, number: number, frozen: number): Caller {
  const hours = (callsUntil - callsFrom) / 60
  const isInFrost = !isQuiet && chance.next() < 5 / (hours + 4)
  const isRedLine = !isQuiet && chance.percent(12)
  const sometimes = (percent: number, least: number, most: number) => {
    const [isSo, minutes] = [chance.percent(percent), chance.whole(least, most)]
    return isSo && !isQuiet ? minutes : undefined
  }
  return {
    number,
    name: callerNames[number % callerNames.length] ?? '',
    minute: isInFrost ? frozen + chance.whole(0, 59) : chance.whole(callsFrom, callsUntil),
    channel: chance.percent(30) ? 'phone' : 'online',
    serviceLevel: isRedLine ? 'redline' : 'standard',
    service: chance.pick(services),
    postcode: chance.pick(postcodes),
    slot: chance.percent(60) ? 0 : chance.whole(1, 4),
    isDoubled: chance.percent(15),
    paysAfter: sometimes(80, 0, 12),
    cancelsAfter: sometimes(12, 3, 120),
    movesAfter: sometimes(8, 3, 60),
    isOut: sometimes(7, 0, 0) !== undefined,
  }
}
