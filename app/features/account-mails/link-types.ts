/** What the link of an email says that it is for. 'email': any mail that signs in. */
export const linkTypes = ['signup', 'invite', 'recovery', 'magiclink', 'email_change', 'email'] as const
export type LinkType = (typeof linkTypes)[number]
