import type { Selectable } from 'kysely'
import type { GasAppliancesTable } from '#db/tables/visit.ts'
import { isStillOn, outcomeTexts } from './gas-record/gas-record.ts'

type Row = Selectable<GasAppliancesTable>
type Noticed = Pick<Row, 'make' | 'model' | 'location' | 'outcome' | 'defect' | 'turnedOff'>

const left = {
  yes: 'We’ve turned it off and labelled it, as you agreed.',
  refused: 'You didn’t want it turned off. We’ve labelled it.',
} as const

/** The warning notice for an unsafe appliance, in sentences for the customer. */
export const noticeText = ({ make, model, location, outcome, defect, turnedOff }: Noticed): string =>
  `Your ${make} ${model}${location ? ` (${location})` : ''} is ${outcomeTexts[outcome]}: ${oneLine(defect)}. ${turnedOff ? left[turnedOff] : ''}`.trim()

/** The alert to staff and owners about an appliance that is still on, or may have to be reported. */
export function alarmText(row: Row): string {
  const found = `${row.make} ${row.model}, ${outcomeTexts[row.outcome]}: ${oneLine(row.defect)}.`
  const stillOn = isStillOn(row) ? ' The customer refused to have it turned off: check that the engineer has called 0800 111 999.' : ''
  const report = row.isReportable
    ? ` It may have to be reported to the HSE within 14 days (RIDDOR, regulation 11).${row.reportReason ? ` Reason: ${oneLine(row.reportReason)}.` : ''} An owner decides, in the inbox.`
    : ''
  return `${found}${stillOn}${report}`
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').replace(/\.$/, '')
