import type { Instant } from '#app/platform/clock.ts'
import { londonDay } from '#app/platform/london.ts'

/** What the log of changes says of an account, in words. */
const actionTexts: Record<string, string> = {
  'user.create': 'The account was made',
  'user.confirm': 'The email address was confirmed',
  'user.invite': 'An invitation was sent',
  'user.sign-up-again': 'Somebody tried to sign up with the same email address',
  'user.leave-anonymity': 'The account was given an email address',
  'user.ask-email-change': 'A change of the email address was begun',
  'user.cancel-email-change': 'A change of the email address was given up',
  'user.change-email': 'The email address was changed',
  'user.change-password': 'The password was changed',
  'user.change-data': 'The name or other details were changed',
  'user.change-metadata': 'Details of the account were changed',
  'user.change-role': 'What the account may do was changed',
  'user.generate-link': 'A link to sign in was made',
  'user.ban': 'The account was closed for a time',
  'user.unban': 'The account was opened again',
  'user.export-data': 'A copy of the data was taken',
  'user.delete': 'The account was deleted',
  'user.become-first-owner': 'The account was made the first owner',
  'staff.invite': 'Somebody was invited to work with us',
  'staff.invite-again': 'An invitation to work with us was sent again',
  'staff.withdraw-invitation': 'An invitation to work with us was withdrawn',
  'staff.accept-invitation': 'An invitation to work with us was accepted',
  'session.create': 'Signed in',
  'session.prove': 'Proved again who is signed in',
  'session.raise': 'Took the second step',
  'session.end': 'Signed out',
  'session.refuse': 'A sign-in failed',
  'booking.renew-link': 'A booking was given a new private link',
  'identity.link': 'Another way to sign in was linked',
  'identity.unlink': 'A way to sign in was taken off',
  'factor.enrol': 'A second step was begun',
  'factor.verify': 'A second step was set up',
  'factor.challenge': 'A code was asked for',
  'factor.refuse': 'A code was wrong',
  'factor.regenerate': 'New recovery codes were made',
  'factor.remove': 'A second step was taken off',
  'payment.refund': 'A payment, or a part of it, was returned',
  'booking.accept': 'A booking was accepted',
  'booking.assign': 'A booking was given to an engineer, or taken from one',
  'booking.promise': 'A booking was promised another arrival window',
  'booking.advance': 'A visit went on: on the way, arrived, done, or no access',
  'booking.cancel': 'A booking was cancelled by our staff',
  'booking.edit': 'The details of a booking were corrected',
  'booking.undo': 'The last change to a booking was taken back',
  'booking.note': 'A note was written about a booking',
  'booking.message': 'A customer was written to about a booking',
  'booking.take': 'A booking was taken by phone',
  'engineer.add': 'An engineer was added',
  'engineer.change': 'The details of an engineer were changed',
  'shift.plan': 'A shift was planned',
  'shift.drop': 'A shift was taken out',
  'booking.call-back': 'Somebody was rung about a booking that ran out unpaid',
  'setting.store': 'A setting of the site was stored',
  'setting.remove': 'A stored setting of the site was removed',
  'business.change': 'What the site says of the business was changed',
  'webhook.test': 'A test was sent to the webhook',
  'delivery.replay': 'A message was sent again',
  'delivery.try': 'A waiting message was tried at once',
  'post.create': 'A post was written for the blog',
  'post.edit': 'A post of the blog was changed',
  'post.publish': 'A post of the blog was published',
  'post.unpublish': 'A post of the blog was taken back',
  'post.delete': 'A post of the blog was deleted',
  'site.phone-first': 'The public pages began, or ceased, to ask people to ring first',
  'error.resolve': 'A fault of the website was marked as resolved',
  'post.restore': 'A deleted post of the blog was brought back',
}

/** An action of the log in words; one that has none is told as it stands. */
export const actionText = (action: string): string => actionTexts[action] ?? action
export const hasActionText = (action: string): boolean => Object.hasOwn(actionTexts, action)

/** Who did something, seen by the user whose copy it is: other people's numbers are not theirs to have. */
export function byText(actor: string, userId: string): string {
  if (actor === userId) return 'you'
  if (actor === 'customer') return 'whoever had the private link of the booking'
  if (actor === 'anybody') return 'somebody who was not signed in'
  return actor === 'system' || actor === 'service' ? 'the website' : 'our staff'
}

/** What the copy is called when it is saved. */
export const copyName = (now: Date | Instant): string => `emergency-plumbers-london-my-data-${londonDay(now)}.json`
