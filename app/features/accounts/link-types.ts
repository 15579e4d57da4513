/** The purpose that a link in an email states. 'email': any email that signs in. */
export const linkTypes = ['signup', 'invite', 'recovery', 'magiclink', 'email_change', 'email'] as const
export type LinkType = (typeof linkTypes)[number]

/** Heading, text and button of the page that an email's link opens. */
export const linkTexts: Record<LinkType, { heading: string; text: string; button: string }> = {
  signup: { heading: 'Confirm your email address', text: 'Confirm your address and you’re all set.', button: 'Confirm my address' },
  email: { heading: 'Sign in', text: 'Tap below to sign in.', button: 'Sign in' },
  invite: { heading: 'Accept your invitation', text: 'Accept it and your account will be ready.', button: 'Accept the invitation' },
  recovery: { heading: 'Set a new password', text: 'We’ll sign you in so you can choose a new password.', button: 'Continue' },
  magiclink: { heading: 'Sign in', text: 'Tap below to sign in.', button: 'Sign in' },
  email_change: {
    heading: 'Change your email address',
    text: 'We’ve emailed your old and new addresses. Please confirm both.',
    button: 'Confirm this address',
  },
}

/** Shown instead if the password of a sign-up is dropped: someone else may have chosen it. */
export const dropsPasswordText =
  'You didn’t sign up in this browser, so we haven’t kept the password you chose. Confirm your address, then choose a new password.'
