import { challengeMs } from '#app/features/accounts/factor-limits.ts'
import { mailCodeMs, mailLinkMs, staffInvitationMs } from '#app/features/accounts/link-lifetimes.ts'
import type { AccountMail } from '#app/features/accounts/mail-account.server.ts'
import type { PreparedMail } from '#app/features/accounts/prepare-mails.server.ts'
import { days, hours, minutes } from '#app/values/clock.ts'
import { type BusinessDetails, business } from '#content/business.ts'
import type { Words } from './blocks.ts'

/** The content of an email about an account. Its heading is its subject. */
interface AccountWords {
  subject: string
  opening: string
  /** The button's label and link. */
  action?: { label: string; href: string }
  /** Six digits, and where to type them. */
  code?: { code: string; use: string }
  /** How long the link works, and what to do if this wasn't you. */
  closing: readonly string[]
}

const notYou = 'If this wasn’t you, ignore this email. Nothing will change.'

/** How long something is valid, in words: `10 minutes`, `24 hours`, `7 days`. */
function lasting(milliseconds: number): string {
  if (milliseconds >= days(2)) return `${milliseconds / days(1)} days`
  return milliseconds >= hours(2) ? `${milliseconds / hours(1)} hours` : `${milliseconds / minutes(1)} minutes`
}

const codeLasts = lasting(mailCodeMs)

/** An email about an account (docs/api.md). */
export function accountWords(mail: PreparedMail, details: BusinessDetails): Words {
  const { subject, opening, action, code, closing } = partsOf(mail, details)
  return {
    subject,
    preview: opening,
    blocks: [
      { heading: subject },
      { paragraph: opening },
      ...(action ? [{ keys: [action] }] : []),
      ...(code ? [code] : []),
      ...closing.map((note) => ({ note })),
    ],
  }
}

function partsOf(mail: PreparedMail, details: BusinessDetails): AccountWords {
  if (mail.kind === 'notice') return noticeWords(mail.notice, details)
  if (mail.kind === 'deleted') return deletedWords(mail, details)
  if (mail.kind === 'staff_invitation') return invitationWords(mail)
  if (mail.kind === 'exists')
    return {
      subject: existsSubject,
      opening: `Someone (probably you) tried to sign up to ${business.name} with this address, but you already have an account. Sign in, or reset your password on the sign-in page.`,
      action: { label: 'Sign in', href: mail.signInLink },
      closing: ['If this wasn’t you, ignore this email. No one has signed in to your account.'],
    }
  if (mail.kind === 'reauthentication')
    return {
      subject: codeSubject,
      opening: 'Please enter this code to confirm it’s you.',
      code: { code: mail.code ?? '', use: 'Enter this code on the page that asks for it' },
      closing: [
        `The code works once and is valid for ${codeLasts}.`,
        'If this wasn’t you, change your password now: someone else is signed in to your account.',
      ],
    }
  const { subject, opening, button, linkLasts } = linkWords[mail.kind]
  const once = `The link works once and is valid for ${linkLasts}.`
  return {
    subject,
    opening,
    action: { label: button, href: mail.link },
    ...(mail.code && { code: { code: mail.code, use: 'Or enter this code if the app asks for it' } }),
    closing: [mail.code ? `${once} The code is valid for ${codeLasts}.` : once, notYou],
  }
}

const linkWords = {
  signup: {
    subject: 'Confirm your email address',
    opening: `Thanks for signing up to ${business.name}. Please confirm your email address to finish.`,
    button: 'Confirm my address',
    linkLasts: lasting(mailLinkMs.signup),
  },
  invite: {
    subject: `You’re invited to ${business.name}`,
    opening: `We’ve created an account for you at ${business.name}. To sign in, accept the invitation.`,
    button: 'Accept the invitation',
    linkLasts: lasting(mailLinkMs.invite),
  },
  recovery: {
    subject: 'Set a new password',
    opening: `Someone (probably you) asked to reset the password for your ${business.name} account.`,
    button: 'Set a new password',
    linkLasts: lasting(mailLinkMs.recovery),
  },
  magiclink: {
    subject: 'Your sign-in link',
    opening: `Use this link to sign in to ${business.name}.`,
    button: 'Sign in',
    linkLasts: lasting(mailLinkMs.magiclink),
  },
  email_change_current: {
    subject: 'Confirm you’re changing your email address',
    opening: 'Please confirm you want to stop using this address. We’ve emailed your new address too; you’ll need to confirm both.',
    button: 'Confirm the change',
    linkLasts: lasting(mailLinkMs.email_change),
  },
  email_change_new: {
    subject: 'Confirm your new email address',
    opening: `Please confirm you want to use this address for your ${business.name} account. If we’ve emailed your old address too, you’ll need to confirm both.`,
    button: 'Confirm this address',
    linkLasts: lasting(mailLinkMs.email_change),
  },
} as const

const codeSubject = 'Your code'
const existsSubject = 'You already have an account'
const invitationSubject = `You’re invited to work at ${business.name}`
const deletedSubject = 'Your account is deleted'

const invitationWords = ({ link, role, invitedBy }: Extract<PreparedMail, { kind: 'staff_invitation' }>): AccountWords => ({
  subject: invitationSubject,
  opening: `${invitedBy} ${role === 'engineer' ? `has invited you to see your jobs for ${business.name} on your phone.` : `has invited you to join ${business.name} as ${role === 'owner' ? 'an owner' : 'a member of staff'}.`}`,
  action: { label: 'See the invitation', href: link },
  closing: [
    `The link works once and is valid for ${lasting(staffInvitationMs)}. It’s just for you, so please don’t pass it on.`,
    'If you weren’t expecting this, ignore this email. Nothing will change unless you accept.',
  ],
})

const noticeWords = (notice: Extract<PreparedMail, { kind: 'notice' }>['notice'], { emergencyPhone }: BusinessDetails): AccountWords => ({
  subject: noticeSubjects[notice],
  opening: `This happened just now on your ${business.name} account.`,
  closing: [`If this wasn’t you, or you weren’t expecting it, call us straight away on ${emergencyPhone.text}.`],
})

/** The last email: no account is left for a link to lead to. */
function deletedWords({ openBookings }: Extract<PreparedMail, { kind: 'deleted' }>, { emergencyPhone }: BusinessDetails): AccountWords {
  const one =
    'You still have one booking. You can change or cancel it with the link in the booking email. We’ll delete your details once it’s over.'
  const many = `You still have ${openBookings} bookings. You can change or cancel them with the links in the booking emails. We’ll delete your details once they’re over.`
  return {
    subject: deletedSubject,
    opening: `You asked us to delete your ${business.name} account. We’ve done that, and you’re signed out everywhere.`,
    closing: [
      ...(openBookings > 0 ? [openBookings === 1 ? one : many] : []),
      'For past bookings we only keep what we need for our accounts, without your name, phone number or address.',
      `If this wasn’t you, call us straight away on ${emergencyPhone.text}.`,
    ],
  }
}

const noticeSubjects = {
  password_changed: 'Your password was changed',
  email_changed: 'Your email address was changed',
  factor_added: 'A two-step verification method was added to your account',
  factor_removed: 'A two-step verification method was removed from your account',
  recovery_code_used: 'A recovery code was used to sign in',
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey was removed from your account',
  passkey_blocked: 'One of your passkeys may have been copied, so we’ve blocked it',
  identity_linked: 'Another way to sign in was linked to your account',
  identity_unlinked: 'A way to sign in was removed from your account',
  role_customer: 'You no longer have staff access',
  role_staff: 'You’ve been added as staff',
  role_owner: 'You’ve been made an owner',
} as const

const carriedSubjects = {
  signup: linkWords.signup.subject,
  'signup-again': linkWords.signup.subject,
  invite: linkWords.invite.subject,
  exists: existsSubject,
  recovery: linkWords.recovery.subject,
  magiclink: linkWords.magiclink.subject,
  'email-change': linkWords.email_change_new.subject,
  'email-change-again': linkWords.email_change_new.subject,
  reauthentication: codeSubject,
  deleted: deletedSubject,
  'staff-invitation': invitationSubject,
} as const satisfies Record<Exclude<AccountMail['kind'], 'notice'>, string>

/** The subject of an email, by what its job carries. */
export const accountSubject = (mail: AccountMail): string =>
  mail.kind === 'notice' ? noticeSubjects[mail.notice] : carriedSubjects[mail.kind]

/** The text message with the code that a phone's challenge asks for. */
export const codeText = (code: string): string =>
  `${code} is your code for ${business.name}. It works once and is valid for ${challengeMs / minutes(1)} minutes. Don’t share it: we’ll never ask you for it.`
