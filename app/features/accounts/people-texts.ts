import type { Notice } from '#app/ui/notice-in-page.tsx'
import { days } from '#app/values/clock.ts'
import { staffInvitationMs } from './link-lifetimes.ts'

/* The words of the owner's pages about staff. */

export const roleNames = { staff: 'Staff', owner: 'Owner', engineer: 'Engineer' } as const

/** Rights of each role, shown to the owner who assigns it. */
export const roleTexts = {
  staff: 'Can use the staff area.',
  owner: 'Can use the staff area, and can add or remove staff.',
} as const

/** How long the link of an invitation works, in words. */
export const invitationHolds = `${staffInvitationMs / days(1)} days`

/** Texts about the last act, by its word in the address. */
const doneTexts = {
  invited: ['Invitation sent', 'They’ll get the role once they accept.'],
  'invited-again': ['Invitation sent again', 'The link in the earlier email no longer works.'],
  withdrawn: ['Invitation withdrawn', 'Its link no longer works.'],
  changed: [
    'Role changed',
    'The new role applies straight away, and we’ll email them. If they now have more access, they’ll need to sign in again.',
  ],
  phone: ['Phone number saved', 'Urgent jobs that no engineer has will reach this number.'],
  'no-phone': ['Phone number removed', 'Urgent jobs will be sent by email only.'],
  removed: ['Removed from staff', 'This takes effect straight away, and we’ll email them. They’ll keep their account, as a customer.'],
  samples: ['Sample accounts removed', 'They can no longer be used to sign in.'],
} as const satisfies Record<string, readonly [string, string]>

type Done = keyof typeof doneTexts

/** The notice for a word of the address; undefined for any other word. */
export function doneNotice(word: string | null): Notice | undefined {
  if (word === null || !Object.hasOwn(doneTexts, word)) return undefined
  const [title, text] = doneTexts[word as Done]
  return { title, text, tone: 'plain' }
}

/** The words for a refusal, by its code. */
export const refusalTexts: Record<string, string> = {
  engineer_has_left: 'This engineer has left.',
  is_staff_invitation: 'This address already has a staff invitation, which must be accepted first.',
  validation_failed: 'Enter an email address like name@example.com.',
  already_staff: 'There’s already an account for this address with that role, or a higher one.',
  last_owner: 'There must be at least one owner. Make someone else an owner first.',
  not_owner: 'You’re no longer an owner.',
  user_not_found: 'This person no longer works here.',
  invitation_not_found: 'This invitation has already been accepted or withdrawn.',
  over_email_send_rate_limit: 'We emailed this address less than a minute ago. Please wait a moment and try again.',
}
