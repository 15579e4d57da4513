import { type Read, readName, textReader } from '#app/platform/fields.ts'
import { sanitise } from '#app/platform/sanitise.ts'
import { readSignature } from '#app/platform/signature.ts'
import type { GasAppliancesTable } from '#db/tables/visit.ts'

/* The record of a gas appliance that an engineer worked on: the examination of regulation 26(9) of the Gas Safety (Installation and Use)
   Regulations 1998, and, if it is unsafe, what the industry's unsafe situations procedure (IGEM/G/11) requires. It is not the record of a
   landlord's yearly check (regulation 36). */

export const applianceKinds = ['Boiler', 'Water heater', 'Fire', 'Cooker or hob', 'Pipework or meter', 'Other'] as const

/** The checks, in the order of the regulation. */
export const checkNames = ['flue', 'air', 'pressure', 'safe'] as const
export type CheckName = (typeof checkNames)[number]

export const checkLabels: Readonly<Record<CheckName, string>> = {
  flue: 'Flue: works as it should',
  air: 'Ventilation: enough air for combustion',
  pressure: 'Operating pressure, heat input or both',
  safe: 'Works safely',
}

/** The subject of each check, before the word 'check'. */
const checked: Readonly<Record<CheckName, string>> = {
  flue: 'flue',
  air: 'ventilation',
  pressure: 'pressure or heat input',
  safe: 'safe operation',
}

const results = ['pass', 'fail', 'na'] as const
type CheckResult = (typeof results)[number]
export const resultTexts: Readonly<Record<CheckResult, string>> = { pass: 'Pass', fail: 'Fail', na: 'Doesn’t apply' }

/** The result of a check; `note`: why it failed or does not apply. */
export interface Check {
  result: CheckResult
  note: string
}

export type Outcome = GasAppliancesTable['outcome']
export const outcomeTexts: Readonly<Record<Outcome, string>> = {
  safe: 'Safe to use',
  at_risk: 'At Risk',
  immediately_dangerous: 'Immediately Dangerous',
}
export const outcomes = Object.keys(outcomeTexts) as Outcome[]

type Notice = NonNullable<GasAppliancesTable['notice']>
export const noticeTexts: Readonly<Record<Notice, string>> = {
  signed: 'Signed by the customer',
  refused: 'The customer wouldn’t sign',
  absent: 'No one was there to sign',
}
export const notices = Object.keys(noticeTexts) as Notice[]

export const turnedOffTexts: Readonly<Record<'yes' | 'refused', string>> = {
  yes: 'Turned off and labelled, with the customer’s agreement',
  refused: 'Labelled but not turned off, because the customer refused',
}

/** An appliance's record. */
interface Appliance {
  kind: string
  make: string
  model: string
  location: string
  serialNumber: string
  checks: Readonly<Record<CheckName, Check>>
  /** As measured, with its unit: '20.2 mbar', '24 kW', 'CO/CO₂ 0.0012'. At least one, unless the check does not apply. */
  pressureReading: string
  heatInput: string
  combustion: string
  workDone: string
  outcome: Outcome
  /** The defect and its place; '' if it is safe. */
  defect: string
  turnedOff: 'yes' | 'refused' | null
  notice: Notice | null
  signerName: string | null
  signature: string | null
  /**
   * True if it may have to be reported under RIDDOR (2013), regulation 11(2): any appliance that is immediately dangerous, also once it is
   * made safe, and those that the engineer flags, with their reason.
   */
  isReportable: boolean
  reportReason: string
}

const short = (label: string, required: string) => textReader(label, { max: 60, required })
const readers = {
  make: short('The make', 'Enter the make, or ‘Not marked’'),
  model: short('The model', 'Enter the model, or ‘Not marked’'),
  location: short('The location', 'Say where it is, for example: kitchen'),
  serialNumber: short('The serial number', 'Enter the serial number, or ‘Can’t be read’'),
}
const readReading = textReader('The reading', { max: 30 })
const readNote = textReader('The reason', { max: 200 })
const readWork = textReader('What you did', { max: 500, clean: sanitise })
const readDefect = textReader('What’s wrong', { max: 500, clean: sanitise, required: 'Say what’s wrong with it' })

/** Returns true if an appliance's checks allow an outcome: one that failed a check is not safe. */
const allows = (checks: Readonly<Record<CheckName, Check>>, outcome: Outcome): boolean =>
  outcome !== 'safe' || checkNames.every((name) => checks[name].result !== 'fail')

/** Returns an appliance from the form's fields by their names, or the problems by field. */
export function readAppliance(typed: (name: string) => string): { appliance: Appliance } | { problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const take = (field: string, read: Read): string => {
    if ('value' in read) return read.value
    problems[field] = read.problem
    return ''
  }
  const choose = <Choice extends string>(field: string, choices: readonly Choice[], problem: string): Choice | undefined => {
    const choice = choices.find((each) => each === typed(field))
    if (!choice) problems[field] = problem
    return choice
  }
  const kind = choose('kind', applianceKinds, 'Choose the type of appliance') ?? 'Other'
  const [make, model, location, serialNumber] = (['make', 'model', 'location', 'serialNumber'] as const).map((field) =>
    take(field, readers[field](typed(field))),
  ) as [string, string, string, string]
  const checks = Object.fromEntries(checkNames.map((name) => [name, readCheck(name)])) as Record<CheckName, Check>
  const [pressureReading, heatInput, combustion] = (['pressureReading', 'heatInput', 'combustion'] as const).map((field) =>
    take(field, readReading(typed(field))),
  ) as [string, string, string]
  if (checks.pressure.result === 'pass' && !pressureReading && !heatInput && !combustion && !problems.pressureReading)
    problems.pressureReading = 'Enter the operating pressure or the heat input. If neither can be measured, enter the combustion ratio'
  const workDone = take('workDone', readWork(typed('workDone')))
  const outcome = choose('outcome', outcomes, 'Choose how you’re leaving it') ?? 'safe'
  if (!problems.outcome && !allows(checks, outcome)) problems.outcome = 'It failed a check, so it must be At Risk or Immediately Dangerous'
  const unsafe = outcome === 'safe' ? noNotice : readNotice(outcome)
  if (Object.keys(problems).length > 0) return { problems }
  return {
    appliance: {
      ...{ kind, make, model, location, serialNumber, checks, pressureReading, heatInput, combustion, workDone, outcome },
      ...unsafe,
    },
  }

  function readCheck(name: CheckName): Check {
    const result = choose(`check-${name}`, results, `Choose pass, fail or doesn’t apply for the ${checked[name]} check`) ?? 'na'
    const note = take(`note-${name}`, readNote(typed(`note-${name}`)))
    if (result !== 'pass' && note === '' && !problems[`check-${name}`] && !problems[`note-${name}`])
      problems[`note-${name}`] = `Say why the ${checked[name]} check ${result === 'fail' ? 'failed' : 'doesn’t apply'}`
    return { result, note }
  }

  function readNotice(unsafeOutcome: Outcome) {
    const defect = take('defect', readDefect(typed('defect')))
    const turnedOff = choose('turnedOff', ['yes', 'refused'] as const, 'Say whether it’s turned off') ?? null
    const notice = choose('notice', notices, 'Say whether the customer signed the notice') ?? null
    const isFlagged = typed('reportable') === 'yes'
    const reportReason = take('reportReason', readNote(typed('reportReason')))
    if (isFlagged && reportReason === '' && !problems.reportReason) problems.reportReason = 'Say why it may have to be reported'
    // An engineer who makes it safe need not know the regulation: an owner decides about each.
    const isReportable = isFlagged || unsafeOutcome === 'immediately_dangerous'
    const signed = notice === 'signed' ? readSigned() : { signerName: null, signature: null }
    return { defect, turnedOff, notice, isReportable, reportReason: isFlagged ? reportReason : '', ...signed }
  }

  function readSigned() {
    const signature = readSignature(typed('signature')) ?? null
    if (!signature) problems.signature = 'Ask the customer to sign in the box, or choose why they didn’t'
    const signerName = typed('signer').trim() === '' ? '' : take('signer', readName(typed('signer')))
    if (signerName === '' && !problems.signer) problems.signer = 'Type the customer’s name'
    return { signerName, signature }
  }
}

const noNotice = {
  ...{ defect: '', turnedOff: null, notice: null, signerName: null, signature: null },
  ...{ isReportable: false, reportReason: '' },
} as const

/** Returns true if the gas emergency service must be called straight away: the appliance is immediately dangerous, and still on. */
export const isStillOn = ({ outcome, turnedOff }: Pick<Appliance, 'outcome' | 'turnedOff'>): boolean =>
  outcome === 'immediately_dangerous' && turnedOff === 'refused'
