import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noticeText } from '../notice-text.ts'
import { checkNames, isStillOn, outcomes, readAppliance } from './gas-record.ts'

const safe = {
  ...{ kind: 'Boiler', make: 'Vaillant', model: 'ecoTEC plus', location: 'Kitchen', serialNumber: '2118', outcome: 'safe' },
  ...{ 'check-flue': 'pass', 'check-air': 'pass', 'check-pressure': 'pass', 'check-safe': 'pass', pressureReading: '20 mbar' },
}
const unsafe = {
  ...{
    ...safe,
    outcome: 'at_risk',
    'check-flue': 'fail',
    'note-flue': 'Joint open',
    defect: 'Flue joint open in the loft',
    turnedOff: 'yes',
  },
  ...{ notice: 'signed', signer: 'Priya Raman', signature: 'M1 1L20 20' },
}
const read = (typed: Record<string, string>) => readAppliance((name) => typed[name] ?? '')

describe('A gas appliance', () => {
  test('is recorded with its examination, and nothing of a notice where it is safe', () => {
    expect(read({ ...safe, defect: 'left over', turnedOff: 'refused', notice: 'signed', reportable: 'yes' })).toEqual({
      appliance: {
        ...{ kind: 'Boiler', make: 'Vaillant', model: 'ecoTEC plus', location: 'Kitchen', serialNumber: '2118', workDone: '' },
        checks: Object.fromEntries(checkNames.map((name) => [name, { result: 'pass', note: '' }])),
        ...{ pressureReading: '20 mbar', heatInput: '', combustion: '', outcome: 'safe', defect: '', turnedOff: null, notice: null },
        ...{ signerName: null, signature: null, isReportable: false, reportReason: '' },
      },
    })
  })

  test('that is unsafe has its notice, and who signed it', () => {
    expect(read(unsafe)).toMatchObject({
      appliance: { outcome: 'at_risk', turnedOff: 'yes', notice: 'signed', signerName: 'Priya Raman', signature: 'M1 1L20 20' },
    })
    expect(read({ ...unsafe, notice: 'absent' })).toMatchObject({ appliance: { notice: 'absent', signerName: null, signature: null } })
    expect(read({ ...unsafe, reportable: 'yes', reportReason: 'Fumes in a bedroom' })).toMatchObject({
      appliance: { isReportable: true, reportReason: 'Fumes in a bedroom' },
    })
    // The office hears of a dangerous appliance even if it was made safe and the engineer flagged nothing.
    expect(read({ ...unsafe, outcome: 'immediately_dangerous', turnedOff: 'yes' })).toMatchObject({
      appliance: { turnedOff: 'yes', isReportable: true, reportReason: '' },
    })
  })

  test.each<[string, Record<string, string>]>([
    ['kind', { ...safe, kind: 'Kettle' }],
    ['make', { ...safe, make: '' }],
    ['location', { ...safe, location: 'x'.repeat(61) }],
    ['check-air', { ...safe, 'check-air': '' }],
    ['note-air', { ...safe, 'check-air': 'na' }],
    ['pressureReading', { ...safe, pressureReading: '' }],
    ['outcome', { ...safe, outcome: 'fine' }],
    ['outcome', { ...safe, 'check-safe': 'fail', 'note-safe': 'Flame lifts' }],
    ['defect', { ...unsafe, defect: '' }],
    ['turnedOff', { ...unsafe, turnedOff: '' }],
    ['notice', { ...unsafe, notice: '' }],
    ['signature', { ...unsafe, signature: '"/><script>' }],
    ['signer', { ...unsafe, signer: '' }],
    ['reportReason', { ...unsafe, reportable: 'yes' }],
  ])('says what to do about %s', (field, typed) => {
    expect(read(typed)).toEqual({ problems: { [field]: expect.any(String) } })
  })

  test('where neither pressure nor heat input can be measured has the combustion ratio', () => {
    expect(read({ ...safe, pressureReading: '', combustion: '0.0012' })).toMatchObject({ appliance: { combustion: '0.0012' } })
    expect(read({ ...safe, pressureReading: '', 'check-pressure': 'na', 'note-pressure': 'Pipework only' })).toMatchObject({
      appliance: {},
    })
  })

  test('is never left safe with a failed check, whatever is typed', () => {
    const results = fc.constantFrom('pass', 'fail', 'na', '', 'x')
    fc.assert(
      fc.property(fc.tuple(results, results, results, results), fc.constantFrom(...outcomes, ''), (checks, outcome) => {
        const typed = { ...unsafe, outcome, ...Object.fromEntries(checkNames.map((name, at) => [`check-${name}`, checks[at] ?? ''])) }
        const notes = Object.fromEntries(checkNames.map((name) => [`note-${name}`, 'because']))
        const answer = read({ ...typed, ...notes })
        if ('appliance' in answer && checks.includes('fail')) expect(answer.appliance.outcome).not.toBe('safe')
      }),
    )
  })

  test('that is dangerous now and still on needs the emergency service', () => {
    expect(isStillOn({ outcome: 'immediately_dangerous', turnedOff: 'refused' })).toBe(true)
    expect(isStillOn({ outcome: 'immediately_dangerous', turnedOff: 'yes' })).toBe(false)
    expect(isStillOn({ outcome: 'at_risk', turnedOff: 'refused' })).toBe(false)
  })

  test('that is unsafe is written about in whole sentences, with what became of it', () => {
    const boiler = { make: 'Vaillant', model: 'ecoTEC plus', location: 'Kitchen', outcome: 'at_risk', defect: 'Flue joint\nopen.' } as const
    expect(noticeText({ ...boiler, turnedOff: 'yes' })).toBe(
      'Your Vaillant ecoTEC plus (Kitchen) is At Risk: Flue joint open. We’ve turned it off and labelled it, as you agreed.',
    )
    expect(noticeText({ ...boiler, location: '', turnedOff: 'refused' })).toBe(
      'Your Vaillant ecoTEC plus is At Risk: Flue joint open. You didn’t want it turned off. We’ve labelled it.',
    )
    expect(noticeText({ ...boiler, turnedOff: null })).toBe('Your Vaillant ecoTEC plus (Kitchen) is At Risk: Flue joint open.')
  })
})
