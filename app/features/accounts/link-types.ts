/** The purpose that a link in an email states. 'email': any email that signs in. */
export const linkTypes = ['signup', 'invite', 'recovery', 'magiclink', 'email_change', 'email'] as const
export type LinkType = (typeof linkTypes)[number]
