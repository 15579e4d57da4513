import { mailCodeMs, mailLinkMs, staffInvitationMs } from '#app/features/account-mails/link-lifetimes.ts'
import type { AccountMail } from '#app/features/account-mails/mail-account.server.ts'
import type { PreparedMail } from '#app/features/account-mails/prepare-mails.server.ts'
import { challengeMs } from '#app/features/second-step/factor-limits.ts'
import { days, hours, minutes } from '#app/platform/clock.ts'
import { type BusinessDetails, business } from '#content/business.ts'
import type { Words } from './blocks.ts'

/** What a mail about an account says, besides its subject. */
interface AccountWords {
  subject: string
  heading: string
  opening: string
  /** What the link's button says, and where it leads. */
  action?: { text: string; href: string }
  /** Six digits, where they are asked for. */
  code?: string
  /** What holds for the link, and what to do when this was not you. */
  closing: readonly string[]
}

const notYou = 'If this was not you, you need do nothing: nothing changes unless this link or code is used.'
/** How long something holds, in words: `10 minutes`, `24 hours`, `7 days`. */
function lasting(milliseconds: number): string {
  if (milliseconds >= days(2)) return `${milliseconds / days(1)} days`
  return milliseconds >= hours(2) ? `${milliseconds / hours(1)} hours` : `${milliseconds / minutes(1)} minutes`
}

const codeHolds = lasting(mailCodeMs)
const once = (linkHolds: string) => `The link works once, for ${linkHolds}. The code works for ${codeHolds}.`

/** A mail about an account (docs/api.md). */
export function accountWords(mail: PreparedMail, details: BusinessDetails): Words {
  const { subject, heading, opening, action, code, closing } = partsOf(mail, details)
  return {
    subject,
    blocks: [
      { heading },
      { paragraph: opening },
      ...(action ? [{ link: action.text, href: action.href }] : []),
      ...(code ? [{ code, use: 'Or type this code where you are asked for it' }] : []),
      ...closing.map((note) => ({ note })),
    ],
  }
}

function partsOf(mail: PreparedMail, details: BusinessDetails): AccountWords {
  if (mail.kind === 'notice') return noticeText(mail.notice, details)
  if (mail.kind === 'deleted') return deletedText(mail, details)
  if (mail.kind === 'staff_invitation') return invitationText(mail)
  if (mail.kind === 'exists')
    return {
      subject: 'You already have an account',
      heading: 'You already have an account.',
      opening: `Someone, probably you, has just tried to use this address for another account at ${business.name}. It already has one: sign in instead, or reset your password there.`,
      action: { text: 'Sign in', href: mail.signInLink },
      closing: ['If this was not you, you need do nothing: nobody has got into your account.'],
    }
  const { subject, heading, opening, button, holds: linkHolds } = linkTexts[mail.kind]
  if (mail.kind === 'reauthentication')
    return {
      subject,
      heading,
      opening,
      code: mail.code,
      closing: [`The code works once, for ${codeHolds}.`, 'If this was not you, change your password: somebody is signed in as you.'],
    }
  return { subject, heading, opening, action: { text: button, href: mail.link }, code: mail.code, closing: [once(linkHolds), notYou] }
}

const linkTexts = {
  signup: {
    subject: 'Confirm your email address',
    heading: 'Confirm your email address.',
    opening: `Thank you for signing up at ${business.name}. One step is left: confirm that this address is yours.`,
    button: 'Confirm my address',
    holds: lasting(mailLinkMs.signup),
  },
  invite: {
    subject: `You are invited to ${business.name}`,
    heading: 'You are invited.',
    opening: `An account at ${business.name} has been made for you. Accept it to sign in.`,
    button: 'Accept the invitation',
    holds: lasting(mailLinkMs.invite),
  },
  recovery: {
    subject: 'Set a new password',
    heading: 'Set a new password.',
    opening: `Somebody, probably you, has asked for a new password at ${business.name}.`,
    button: 'Set a new password',
    holds: lasting(mailLinkMs.recovery),
  },
  magiclink: {
    subject: 'Your link to sign in',
    heading: 'Sign in by this link.',
    opening: `Somebody, probably you, wants to sign in at ${business.name}.`,
    button: 'Sign in',
    holds: lasting(mailLinkMs.magiclink),
  },
  email_change_current: {
    subject: 'Confirm that you change your email address',
    heading: 'You are changing your email address.',
    opening: 'Confirm here that you leave this address. The new address has got a mail too: both must be confirmed.',
    button: 'Confirm the change',
    holds: lasting(mailLinkMs.email_change),
  },
  email_change_new: {
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address.',
    opening: `You want to use this address at ${business.name}. If your old address has got a mail too, both must be confirmed.`,
    button: 'Confirm this address',
    holds: lasting(mailLinkMs.email_change),
  },
  reauthentication: {
    subject: 'Your code',
    heading: 'Your code.',
    opening: 'You are about to change how you sign in. This code proves that it is you.',
    button: '',
    holds: lasting(mailCodeMs),
  },
} as const

function invitationText({ link, role, invitedBy }: Extract<PreparedMail, { kind: 'staff_invitation' }>): AccountWords {
  return {
    subject: `You are invited to work at ${business.name}`,
    heading: 'You are invited.',
    opening: `${invitedBy} invites you to work on the website of ${business.name}, as ${role === 'owner' ? 'an owner' : 'one of its staff'}.`,
    action: { text: 'See the invitation', href: link },
    closing: [
      `The link works once, for ${lasting(staffInvitationMs)}. It is for you alone: do not pass it on.`,
      'If you did not expect this, you need do nothing: nothing changes unless you accept.',
    ],
  }
}

function noticeText(notice: Extract<PreparedMail, { kind: 'notice' }>['notice'], { emergencyPhone }: BusinessDetails): AccountWords {
  const what = noticeTexts[notice]
  return {
    subject: what,
    heading: `${what}.`,
    opening: `This happened just now to your account at ${business.name}.`,
    closing: [`If this was not you, or you did not expect it, call us at once: ${emergencyPhone.text}.`],
  }
}

/** The last mail: there is no account that a link of it could lead to. */
function deletedText({ openBookings }: Extract<PreparedMail, { kind: 'deleted' }>, { emergencyPhone }: BusinessDetails): AccountWords {
  const goOn = openBookings === 1 ? 'One booking is not over yet. It goes' : `${openBookings} bookings are not over yet. They go`
  return {
    subject: 'Your account is deleted',
    heading: 'Your account is deleted.',
    opening: `You asked us to delete your account at ${business.name}. That is done, and you are signed out everywhere.`,
    closing: [
      ...(openBookings > 0
        ? [`${goOn} on as booked: change or cancel by the link in the mail of the booking. Your details go after that.`]
        : []),
      'Of bookings that are over we keep what our books need, without your name, phone number or address.',
      `If this was not you, call us at once: ${emergencyPhone.text}.`,
    ],
  }
}

const noticeTexts = {
  password_changed: 'Your password was changed',
  email_changed: 'Your email address was changed',
  factor_added: 'A second step was added to your sign-in',
  factor_removed: 'A second step was removed from your sign-in',
  recovery_code_used: 'A recovery code was used to sign in',
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey was removed from your account',
  passkey_blocked: 'A passkey of yours may have been copied, so we blocked it',
  identity_linked: 'Another way to sign in was linked to your account',
  identity_unlinked: 'A way to sign in was taken off your account',
  role_customer: 'You are no longer one of our staff',
  role_staff: 'You are one of our staff now',
  role_owner: 'You are an owner now',
} as const

const carriedSubjects = {
  signup: linkTexts.signup.subject,
  'signup-again': linkTexts.signup.subject,
  invite: linkTexts.invite.subject,
  exists: 'You already have an account',
  recovery: linkTexts.recovery.subject,
  magiclink: linkTexts.magiclink.subject,
  'email-change': linkTexts.email_change_new.subject,
  'email-change-again': linkTexts.email_change_new.subject,
  reauthentication: linkTexts.reauthentication.subject,
  deleted: 'Your account is deleted',
  'staff-invitation': `You are invited to work at ${business.name}`,
} as const satisfies Record<Exclude<AccountMail['kind'], 'notice'>, string>

/** The subject of a mail, by what its job carries. */
export const accountSubject = (mail: AccountMail): string =>
  mail.kind === 'notice' ? noticeTexts[mail.notice] : carriedSubjects[mail.kind]

/** The text message with the code that a phone's challenge asks for. */
export const codeText = (code: string): string =>
  `${code} is your code for ${business.name}. It works once, for ${challengeMs / minutes(1)} minutes. Tell it to nobody: we never ask for it.`
