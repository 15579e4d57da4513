import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { bookingTrouble, PhoneFirstProvider } from '#app/features/uptime/phone-first-context.ts'
import { usePromise } from './use-promise.ts'

const Says = () => usePromise()

test.each([
  ['', 'With you within 90 minutes, or £50 off'],
  [bookingTrouble, 'With you within 90 minutes, or £50 off'],
  [
    'Our next engineer is free from 7.45pm today. You can book a visit for any time after that.',
    'Our next engineer is free from 7.45pm today',
  ],
  ['Online booking is paused until 6.30pm today. All our engineers are out.', 'Online booking is paused until 6.30pm today'],
])('While pages say %j, the promise is %j', (says, promise) => {
  expect(
    renderToStaticMarkup(
      <PhoneFirstProvider says={says}>
        <Says />
      </PhoneFirstProvider>,
    ),
  ).toBe(promise)
})
