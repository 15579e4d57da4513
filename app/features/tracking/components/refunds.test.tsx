// @module-tag never-again
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { RefundView } from '#app/features/payments/read-payment.server.ts'
import { Refunds } from './refunds.tsx'

const now = '2026-11-22T15:00:00.000Z'
const asked = { id: 'r1', amount: '£29.99', askedAt: '2026-11-22T14:16:00.000Z', text: 'Why.' }

const shown = (refund: RefundView) => renderToStaticMarkup(<Refunds refunds={[refund]} now={now} />)

test('A refund is said to be made only once it has been sent to the bank', () => {
  const sent = shown({ ...asked, state: 'done', doneAt: '2026-11-22T14:20:00.000Z' })
  expect(sent).toMatch(/Refunded<.*£29\.99.*Today, 2\.16pm.*Done: <.*Sent to your bank.*Today, 2\.20pm/)
  const waiting = shown({ ...asked, state: 'waiting' })
  expect(waiting).toMatch(/Refund on its way<.*£29\.99.*Now: <.*Sent to your bank/)
  expect(waiting).not.toContain('Refunded')
  const failed = shown({ ...asked, state: 'failed' })
  expect(failed).toMatch(/We couldn’t send your refund<.*£29\.99/)
  expect(failed).not.toMatch(/Sent to your bank|Refunded/)
})
