import type { LondonDay } from '#app/values/day.ts'
import type { BillLine } from '../bill.ts'

/** The price calculator's fields and view: light enough for a phone. */

export const calculatorFields = ['when', 'day', 'time', 'minutes', 'materials', 'parking', 'zone', 'redline', 'offer'] as const
export type CalculatorField = (typeof calculatorFields)[number]

/** As typed. */
export type CalculatorAnswers = Record<CalculatorField, string>

/** Fragment of the form's address. */
export const sumAnchor = 'sum'

/** The initial values: a visit now, for an hour. */
export const firstAnswers: CalculatorAnswers = {
  when: 'now',
  day: '',
  time: '',
  minutes: '60',
  materials: '',
  parking: '',
  zone: '',
  redline: '',
  offer: '',
}

/** The durations to choose from, in minutes. */
export const durations = [30, 60, 90, 120, 150, 180, 240, 300, 360, 480] as const

/** '30 minutes or less', '1 hour', '1½ hours'. */
export function durationText(minutes: number): string {
  if (minutes === 30) return '30 minutes or less'
  return `${Math.floor(minutes / 60)}${minutes % 60 ? '½' : ''} ${minutes <= 60 ? 'hour' : 'hours'}`
}

/** A price may be asked for up to this many days ahead. */
export const furthestDays = 365

/** The result of the calculator. */
export interface Quote {
  /** 'If we arrived now', or the time. */
  title: string
  /** The rate, and until when it applies. */
  rate: string
  lines: BillLine[]
  totalPence: number
  vatPence: number
  /** Facts that the lines leave out. */
  notes: string[]
}

/** All data of the calculator, for rendering on the server and in the island. */
export interface CalculatorView {
  answers: CalculatorAnswers
  problems: Partial<Record<CalculatorField, string>>
  /** Absent if there are problems. */
  quote?: Quote
  today: LondonDay
}

/** The answers as a query, without initial values. */
export const queryOf = (answers: CalculatorAnswers): string =>
  String(
    new URLSearchParams(calculatorFields.flatMap((field) => (answers[field] === firstAnswers[field] ? [] : [[field, answers[field]]]))),
  )
