import { expect, test } from 'vitest'
import { complaintDates, nextComplaintStep } from './complaint-dates.ts'

test.each([
  // A Monday; a Friday evening; the day before Christmas 2026, a Thursday; Saturday's last minute in London.
  ['2026-11-30T10:00:00.000Z', '2026-12-02', '2026-12-14'],
  ['2026-11-27T19:00:00.000Z', '2026-12-01', '2026-12-11'],
  ['2026-12-24T10:00:00.000Z', '2026-12-30', '2027-01-07'],
  ['2026-07-04T22:59:00.000Z', '2026-07-07', '2026-07-18'],
])('a complaint of %s is acknowledged by %s and answered by %s', (receivedAt, acknowledgeBy, answerBy) => {
  expect(complaintDates(receivedAt)).toEqual({ acknowledgeBy, answerBy })
})

test('the next step with a complaint is to acknowledge, to answer, to close it', () => {
  const [receivedAt, later] = ['2026-11-30T10:00:00.000Z', '2026-12-01T10:00:00.000Z']
  const complaint = { receivedAt, acknowledgedAt: null, answeredAt: null, closedAt: null }
  expect([
    nextComplaintStep(complaint),
    nextComplaintStep({ ...complaint, acknowledgedAt: later }),
    nextComplaintStep({ ...complaint, acknowledgedAt: later, answeredAt: later }),
    nextComplaintStep({ ...complaint, acknowledgedAt: later, answeredAt: later, closedAt: later }),
  ]).toEqual([{ step: 'acknowledge', dueOn: '2026-12-02' }, { step: 'answer', dueOn: '2026-12-14' }, { step: 'close' }, undefined])
})
