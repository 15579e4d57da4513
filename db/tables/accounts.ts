import type { Generated } from 'kysely'
import type { Instant } from '#app/values/clock.ts'
import type { Flag } from './flag.ts'

export interface AccountsTables {
  authUsers: AuthUsersTable
  authIdentities: AuthIdentitiesTable
  authFactors: AuthFactorsTable
  authChallenges: AuthChallengesTable
  authRecoveryCodes: AuthRecoveryCodesTable
  authPasskeys: AuthPasskeysTable
  authPasskeyChallenges: AuthPasskeyChallengesTable
  authSessions: AuthSessionsTable
  siteSessions: SiteSessionsTable
  authMailTokens: AuthMailTokensTable
  firstOwnerLink: FirstOwnerLinkTable
  staffInvitations: StaffInvitationsTable
  authFlows: AuthFlowsTable
  authCodes: AuthCodesTable
  pushSubscriptions: PushSubscriptionsTable
  heldAlarms: HeldAlarmsTable
}

export type UserRole = 'customer' | 'staff' | 'owner'

export type AssuranceLevel = 'aal1' | 'aal2'

/** The purpose of an email's link; a change of address is confirmed from the old and from the new address. */
export type MailTokenKind =
  | 'signup'
  | 'invite'
  | 'recovery'
  | 'magiclink'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'

export interface AuthUsersTable {
  id: string
  /** Lower-case; null for an anonymous user. */
  email: string | null
  /** Argon2id, as a PHC string; null if there is no password. */
  passwordHash: string | null
  /**
   * 1 if the password is long enough for staff; null until it has been typed. A change to a higher role treats an unknown one as too short.
   */
  passwordSuitsStaff: Flag | null
  passwordChangedAt: Instant | null
  /** Links and codes in emails that were asked for earlier are void. */
  mailsVoidBefore: Instant | null
  /** Another person's sign-up, which got no separate email, came in between: sign-ups until then set no password. */
  signUpContestedAt: Instant | null
  emailConfirmedAt: Instant | null
  /** E.164, or empty. */
  phone: string
  phoneConfirmedAt: Instant | null
  /** The address of an unconfirmed change, and which of its emails were confirmed: 1 the new address's, 2 the old one's, 3 both. */
  newEmail: string | null
  emailChangeSentAt: Instant | null
  emailChangeHalves: number
  confirmationSentAt: Instant | null
  recoverySentAt: Instant | null
  invitedAt: Instant | null
  lastSignInAt: Instant | null
  /** JSON that only the server writes. */
  appMetadata: string
  /** JSON that the user writes: never a ground for allowing anything. */
  userMetadata: string
  role: UserRole
  /** A sample account, only on a site on this machine. */
  isSample: Flag
  isAnonymous: Flag
  bannedUntil: Instant | null
  /** Wrong codes in a row, over all factors and challenges. */
  factorFailures: number
  factorsLockedUntil: Instant | null
  /** For staff: the time they closed the offer to add a passkey. */
  passkeyOfferClosedAt: Instant | null
  /** The kinds of alerts that were chosen, as a JSON list; null: the usual ones. */
  alertKinds: string | null
  /** Between these times of London their phone is quiet, '22:00'; null: the usual ones; both the same: never. */
  quietFrom: string | null
  quietUntil: string | null
  createdAt: Instant
  updatedAt: Instant
}

export interface AuthIdentitiesTable {
  id: string
  userId: string
  provider: string
  /** The provider's name for the user; for 'email' the user's id. */
  providerId: string
  email: string | null
  /** The provider's data, as JSON. */
  identityData: string
  createdAt: Instant
  updatedAt: Instant
  lastSignInAt: Instant | null
}

export interface AuthFactorsTable {
  id: string
  userId: string
  /** 'recovery_code': the one set of a user, which is verified from the start. */
  kind: 'totp' | 'phone' | 'recovery_code' | 'webauthn'
  status: 'unverified' | 'verified'
  friendlyName: string | null
  /** For TOTP: base32, sealed. */
  sealedSecret: string | null
  /** For a phone: E.164 without its plus. */
  phone: string | null
  /** The 30-second step of the last code that was accepted: that one and earlier ones are spent. */
  lastStep: number | null
  failures: number
  lockedUntil: Instant | null
  lastChallengedAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
}

/** A question for a factor's code; deleted once it is answered correctly. */
export interface AuthChallengesTable {
  id: string
  factorId: string
  clientKey: string
  createdAt: Instant
  expiresAt: Instant
}

export interface AuthRecoveryCodesTable {
  factorId: string
  /** The id of the key and the keyed hash that it made. */
  codeHash: string
  createdAt: Instant
  usedAt: Instant | null
}

/** A public key of someone's device or security key (WebAuthn), which signs them in. */
export interface AuthPasskeysTable {
  id: string
  userId: string
  /** Its factor, if it is only a second step and signs no one in on its own. */
  factorId: string | null
  /** Both base64url; the key in COSE form. */
  credentialId: string
  publicKey: string
  /** The device's own count of signatures; 0 if it has none. */
  signCount: number
  /** The device's transports for browsers, as JSON. */
  transports: string
  friendlyName: string
  /** The time it was blocked, because its count went back: it may have been copied. */
  blockedAt: Instant | null
  createdAt: Instant
  lastUsedAt: Instant | null
}

/** A passkey's challenge; deleted with the first answer, right or wrong. */
export interface AuthPasskeyChallengesTable {
  id: string
  purpose: 'register' | 'sign-in' | 'step'
  /** The session, browser or client that was given it. */
  holder: string
  expiresAt: Instant
}

/** A signed-in device. Deleted on signing out: its access tokens are then refused too. */
export interface AuthSessionsTable {
  id: string
  userId: string
  aal: AssuranceLevel
  /** The user's proofs of identity, with method and time: JSON, newest first. */
  amr: string
  /** The factor that raised it to aal2. */
  factorId: string | null
  /** The passkey that it was opened with, or raised by. */
  passkeyId: string | null
  /** SHA-256 of the one refresh token that is valid, the count it carries, and the key that made it. */
  refreshTokenHash: string
  refreshCount: number
  refreshKeyId: string
  refreshedAt: Instant
  endsAt: Instant
  userAgent: string
  createdAt: Instant
}

/** A browser that is signed in to the site; its session ends with the one behind it. */
export interface SiteSessionsTable {
  /** SHA-256 of the cookie. */
  idHash: string
  sessionId: string
  /** The last use, to the minute. */
  seenAt: Instant
  /** End of the session, even if it is in use. */
  endsAt: Instant
  createdAt: Instant
}

/** The tokens of emailed links and codes. Once used a token stays until its expiry, so that a retried email does not revive it. */
export interface AuthMailTokensTable {
  /** SHA-256 of the link's token. */
  tokenHash: string
  kind: MailTokenKind
  userId: string
  email: string
  /** Keyed hash of the six digits. */
  codeHash: string
  codeTries: number
  /** Set on confirmation: the password and the data of this same sign-up, as JSON. */
  signUp: string | null
  codeChallenge: string | null
  createdAt: Instant
  expiresAt: Instant
  usedAt: Instant | null
}

/** The one link that makes the first owner; deleted when used. */
export interface FirstOwnerLinkTable {
  onlyOne: 1
  /** The link's token is derived from it and a key that is not stored here. */
  seed: string
  /** SHA-256 of the link's token. */
  tokenHash: string
  createdAt: Instant
  expiresAt: Instant
}

/** A future member of staff, owner or engineer, until the invitation is accepted or withdrawn. */
export interface StaffInvitationsTable {
  id: string
  /** The invited person's address, in lower case. */
  email: string
  fullName: string
  role: Exclude<UserRole, 'customer'> | 'engineer'
  /** For an invitation as 'engineer': the engineer whose jobs they will see. */
  engineerId: string | null
  invitedBy: string
  /** SHA-256 of the newest email's token. */
  tokenHash: string
  createdAt: Instant
  /** The time the newest email was requested. */
  sentAt: Instant
  expiresAt: Instant
}

/** A user is away at a provider; the id is the hash of the `state`. */
export interface AuthFlowsTable {
  id: string
  provider: string
  redirectTo: string
  codeChallenge: string | null
  /** Our own verifier and nonce, as sealed JSON. */
  sealedProviderState: string
  /** Set when the provider's account is to be linked to this user. */
  linkingUserId: string | null
  expiresAt: Instant
}

/** An authorisation code, to be exchanged once, with its verifier, for a session. */
export interface AuthCodesTable {
  codeHash: string
  userId: string
  /** The user's method of proving their identity. */
  method: string
  codeChallenge: string
  sealedProviderTokens: string | null
  /** Takes effect with the exchange: the password of a sign-up, or an identity to link. */
  sealedPending: string | null
  expiresAt: Instant
}

/** A browser of an engineer or of staff that takes alerts (Web Push). Removed once its push service no longer knows it. */
export interface PushSubscriptionsTable {
  id: string
  userId: string
  /** Its address at the push service: a secret between browser and site. */
  endpoint: string
  /** The browser's public key and its shared secret, base64url: alerts are encrypted for them. */
  p256dh: string
  auth: string
  /** 'Chrome on Android'. */
  device: string
  createdAt: Instant
  lastSentAt: Generated<Instant | null>
  /** The time of the last alert, if it couldn't be handed over; null after one that could. */
  failedAt: Generated<Instant | null>
}

/** An alarm of the site that waits for the end of an owner's quiet hours. */
export interface HeldAlarmsTable {
  id: string
  ownerId: string
  /** JSON of an `Alarm`. */
  alarm: string
  at: Instant
}
