import { statusFacts } from '#app/features/booking/lifecycle.ts'
import { penceOf, type Read, textReader } from '#app/platform/fields.ts'
import { plainCode, plainText, sanitise } from '#app/platform/sanitise.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import type { JobSheetsTable } from '#db/tables/visit.ts'

/* An engineer's record of a visit, as typed and as stored. */

type ReturnReason = NonNullable<JobSheetsTable['needsReturn']>

interface JobPart {
  name: string
  quantity: number
  /** Our cost of one, VAT included. */
  costPence: number
}

export interface JobSheet {
  found: string
  done: string
  parts: readonly JobPart[]
  parkingPence: number
  congestionPence: number
  needsReturn: ReturnReason | null
  returnNote: string
}

/** A stored sheet. */
export interface SavedSheet extends JobSheet {
  /** From 1; 0 while nothing has been saved. */
  revision: number
  /** The customer's price of the parts. */
  partsPricePence: number
}

export const emptySheet: SavedSheet = {
  ...{ found: '', done: '', parts: [], parkingPence: 0, congestionPence: 0, needsReturn: null, returnNote: '' },
  ...{ revision: 0, partsPricePence: 0 },
}

/** A visit can be recorded from the engineer's arrival, for as long as the job's page can be opened. */
export const hasSheet = (status: BookingStatus): boolean => {
  const { stage } = statusFacts(status)
  return stage === 'on_site' || stage === 'visited'
}

/** Returns true if two sheets are equal. */
export function isSameSheet(saved: SavedSheet, wanted: JobSheet): boolean {
  const { revision: _, partsPricePence: __, ...sheet } = saved
  const plain = ({ parts, ...rest }: JobSheet) =>
    JSON.stringify([Object.entries(rest).sort(), parts.map(({ name, quantity, costPence }) => [name, quantity, costPence])])
  return plain(sheet) === plain(wanted)
}

/** The most parts of one visit. */
export const mostParts = 20

/** Why another visit is needed, as the engineer chooses it. */
export const returnReasonTexts: Readonly<Record<ReturnReason, string>> = {
  part: 'Waiting for a part',
  time: 'Needs more time',
  specialist: 'Needs another trade',
  customer: 'Waiting for the customer',
}
export const returnReasons = Object.keys(returnReasonTexts) as ReturnReason[]

const readFound = textReader('What you found', { max: 2000, clean: sanitise })
const readDone = textReader('What you did', { max: 2000, clean: sanitise })
const readReturnNote = textReader('What’s left to do', { max: 300, clean: sanitise })
const readPartName = textReader('The part', { max: 100 })

/** An amount in pounds as typed; empty means none. In pence, up to £10,000. */
function readPounds(typed: string): Read<number> {
  const pence = plainText(typed) === '' ? 0 : penceOf(typed)
  return pence === undefined || pence > 1_000_000 ? { problem: 'Enter an amount in pounds, like 24.50' } : { value: pence }
}

/** Returns a sheet from the form's fields, or the problems by field. An empty line of parts is ignored. */
export function readSheet(typed: (name: string) => string): { sheet: JobSheet } | { problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const take = <Value>(name: string, read: Read<Value>, instead: Value): Value => {
    if ('value' in read) return read.value
    problems[name] = read.problem
    return instead
  }
  const reason = typed('needsReturn')
  const sheet = {
    found: take('found', readFound(typed('found')), ''),
    done: take('done', readDone(typed('done')), ''),
    parts: Array.from({ length: mostParts }, (_, at) => partAt(at + 1)).filter((part) => part !== undefined),
    parkingPence: take('parking', readPounds(typed('parking')), 0),
    congestionPence: take('congestion', readPounds(typed('congestion')), 0),
    needsReturn: returnReasons.find((each) => each === reason) ?? null,
    returnNote: take('returnNote', readReturnNote(typed('returnNote')), ''),
  }
  if (sheet.needsReturn && sheet.returnNote === '' && !problems.returnNote)
    problems.returnNote = 'Say what’s left to do, so we can plan the next visit'
  return Object.keys(problems).length > 0 ? { problems } : { sheet }

  function partAt(number: number): JobPart | undefined {
    const [name, quantity, cost] = ['part', 'quantity', 'cost'].map((field) => plainText(typed(`${field}${number}`)))
    if (!name && !cost) return undefined
    if (!name) problems[`part${number}`] = 'Enter the name of the part'
    if (!cost) problems[`cost${number}`] = 'Enter what one cost in pounds, or 0 if there’s no charge for it'
    if (quantity && !/^[1-9]\d?$/.test(plainCode(quantity))) problems[`quantity${number}`] = 'Enter how many, from 1 to 99'
    return {
      name: take(`part${number}`, readPartName(name ?? ''), ''),
      quantity: Number(plainCode(quantity ?? '')) || 1,
      costPence: cost ? take(`cost${number}`, readPounds(cost), 0) : 0,
    }
  }
}
