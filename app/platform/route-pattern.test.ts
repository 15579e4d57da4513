import { expect, test } from 'vitest'
import { createPatternOf } from './route-pattern.ts'

const patternOf = createPatternOf([
  '/',
  '/book',
  '/track/:token',
  '/track/:token/booking.ics',
  '/staff/*',
  '/staff/bookings/:id',
  '*',
  '/assets/*',
])

test.each([
  ['/book/', '/book'],
  ['/track/abcdef/booking.ics', '/track/:token/booking.ics'],
  ['/staff/bookings/0190', '/staff/bookings/:id'],
  ['/staff/anything/else', '/staff/*'],
  ['/assets/app-1.css', '/assets/*'],
  ['/wp-login.php', '(none)'],
  ['/track/a/bookingxics', '(none)'],
])('%s is counted as %s', (path, pattern) => expect(patternOf(path)).toBe(pattern))
