import type { LondonDay } from '#app/platform/day.ts'
import type { BillLine } from './bill.ts'

/** The price calculator's fields and what it shows: light enough for a phone. */

export const calculatorFields = ['when', 'day', 'time', 'minutes', 'materials', 'parking', 'zone', 'redline', 'offer'] as const
export type CalculatorField = (typeof calculatorFields)[number]

/** As they were typed. */
export type CalculatorAnswers = Record<CalculatorField, string>

/** Where the form's address leads to. */
export const sumAnchor = 'sum'

/** What it starts with: if someone came now, for an hour. */
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

/** How long one may say that the work takes, in minutes. */
export const durations = [30, 60, 90, 120, 150, 180, 240, 300, 360, 480] as const

/** '30 minutes or less', '1 hour', '1½ hours'. */
export function durationText(minutes: number): string {
  if (minutes === 30) return '30 minutes or less'
  return `${Math.floor(minutes / 60)}${minutes % 60 ? '½' : ''} ${minutes <= 60 ? 'hour' : 'hours'}`
}

/** How far ahead a price may be asked for. */
export const furthestDays = 365

/** What the answers come to. */
export interface Quote {
  /** 'If we came now', or when it is. */
  title: string
  /** Whose hours that is, and until when. */
  rate: string
  lines: BillLine[]
  totalPence: number
  vatPence: number
  /** What the lines do not say. */
  notes: string[]
}

/** All that the calculator shows, to the server that renders it and to the island that goes on with it. */
export interface CalculatorView {
  answers: CalculatorAnswers
  problems: Partial<Record<CalculatorField, string>>
  /** Absent where there are problems. */
  quote?: Quote
  today: LondonDay
}

/** The answers as a query: only what is not as at first. */
export const queryOf = (answers: CalculatorAnswers): string =>
  String(
    new URLSearchParams(calculatorFields.flatMap((field) => (answers[field] === firstAnswers[field] ? [] : [[field, answers[field]]]))),
  )
