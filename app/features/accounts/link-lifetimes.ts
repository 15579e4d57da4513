import { days, minutes } from '#app/values/clock.ts'

/** How long the link of each kind of email works. */
export const mailLinkMs = {
  signup: days(1),
  invite: days(7),
  recovery: minutes(60),
  magiclink: minutes(10),
  email_change: days(1),
} as const
export const staffInvitationMs = days(7)
export const firstOwnerLinkMs = days(1)

/** Six-digit codes are typed straight away, so they live shorter than links and allow few guesses. */
export const mailCodeMs = minutes(10)
export const mostCodeTries = 5
