import { londonDay, spokenTimeAt } from '#app/platform/london.ts'
import { dayWithYear } from '#app/values/day.ts'
import type { ApplianceView } from '../read-gas-record.server.ts'
import { checkLabels, checkNames, noticeTexts, outcomeTexts, resultTexts } from './gas-record.ts'

const left = { yes: 'Turned off and labelled', refused: 'Labelled but not turned off, because the customer refused' } as const

/** The record of an appliance as labels and values, for pages and documents. */
export function applianceFacts(appliance: ApplianceView): (readonly [label: string, value: string])[] {
  const { location, serialNumber, workDone, checks, pressureReading, heatInput, combustion, outcome, defect } = appliance
  const { turnedOff, notice, signerName, emergencyReference } = appliance
  const readings = [
    pressureReading && `operating pressure ${pressureReading}`,
    heatInput && `heat input ${heatInput}`,
    combustion && `combustion ratio ${combustion}`,
  ].filter(Boolean)
  const facts: (readonly [string, string])[] = [
    ['Where it is', location],
    ['Serial number', serialNumber],
    ['What we did', workDone],
    ...checkNames.map((name) => {
      const { result, note } = checks[name]
      const measured = name === 'pressure' && readings.length > 0 ? `, ${readings.join(', ')}` : ''
      return [checkLabels[name], `${resultTexts[result]}${measured}${note ? `: ${note}` : ''}`] as const
    }),
    ['How we left it', outcomeTexts[outcome]],
    ['What’s wrong', defect],
    ['Turned off', turnedOff ? left[turnedOff] : ''],
    ['Warning notice', notice ? `${noticeTexts[notice]}${notice === 'signed' && signerName ? `: ${signerName}` : ''}` : ''],
    ['National Gas Emergency Service', emergencyReference ? `Called: ${emergencyReference}` : ''],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** 'Recorded …, by …': always with the year, as people keep the record. */
export const recordedText = ({ recordedAt, engineerName, licenceNumber }: ApplianceView): string =>
  `${dayWithYear(londonDay(recordedAt))}, ${spokenTimeAt(recordedAt)}, by ${engineerName}, Gas Safe licence ${licenceNumber}`
