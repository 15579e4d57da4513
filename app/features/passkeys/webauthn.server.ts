import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import { nameOf, type UserRow } from '#app/features/accounts/account-rows.ts'
import { newId } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'
import { business } from '#content/business.ts'
import type { AuthPasskeysTable } from '#db/tables.ts'
import type { CreatedCredential, UsedCredential } from './credentials.ts'

/*
 * The cryptography of passkeys (WebAuthn level 3). Which site a passkey is of is read from SITE_URL alone, never from a request: a page
 * elsewhere that passes our question on gets an answer that counts for nothing.
 */

export type PasskeyRow = Selectable<AuthPasskeysTable>

/** The library brings parsers for certificates that few visits need: loaded with the first passkey. */
const library = () => import('@simplewebauthn/server')

/** Ed25519, ES256 and RS256, by their numbers in COSE: what authenticators make. */
const supportedAlgorithmIDs = [-8, -7, -257]

const siteOf = ({ config }: Pick<Services, 'config'>) => {
  const { hostname, origin } = new URL(config.siteUrl)
  return { rpID: hostname, origin }
}

/** Whether passkeys can be of this site: browsers want a name, not an address in numbers. */
export const hasPasskeys = (services: Pick<Services, 'config'>): boolean => {
  const { rpID } = siteOf(services)
  return !rpID.startsWith('[') && isIP(rpID) === 0
}

/** What an authenticator signs for a challenge: derived from its id, so that it need not be stored. */
const challengeOf = ({ secrets }: Pick<Services, 'secrets'>, id: string): string => secrets.sign('passkey-challenge', id)

interface Creation {
  challengeId: string
  user: UserRow
  /** What this user has already: one device is not to make a second one. */
  known: readonly PasskeyRow[]
  /** A passkey signs in by itself: it is found without a name being typed, and its device asks who is there. */
  isPasskey: boolean
}

/** What `navigator.credentials.create()` is to be given, as JSON. */
export async function creationOptions(services: Services, { challengeId, user, known, isPasskey }: Creation) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: business.name,
    rpID: siteOf(services).rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email ?? user.id,
    userDisplayName: nameOf(user) || user.id,
    challenge: Buffer.from(challengeOf(services, challengeId), 'base64url'),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: isPasskey
      ? { residentKey: 'required', requireResidentKey: true, userVerification: 'required' }
      : { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

/** What `navigator.credentials.get()` is to be given, as JSON. Without `known`, any passkey of this site will do. */
export async function requestOptions(
  services: Services,
  {
    challengeId,
    known = [],
    userVerification,
  }: { challengeId: string; known?: readonly PasskeyRow[]; userVerification: 'required' | 'preferred' },
) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: siteOf(services).rpID,
    challenge: Buffer.from(challengeOf(services, challengeId), 'base64url'),
    allowCredentials: known.map(descriptorOf),
    userVerification,
  })
}

const descriptorOf = ({ credentialId, transports }: PasskeyRow) => ({ id: credentialId, transports: JSON.parse(transports) as string[] })

type NewPasskey = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'signCount' | 'transports'>

/** The key that a device has made for a challenge; undefined where it is not of this site, or not what was asked for. */
export async function readCreated(
  services: Services,
  challengeId: string,
  response: CreatedCredential,
  { requireUserVerification }: { requireUserVerification: boolean },
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await library()
  const { rpID, origin } = siteOf(services)
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challengeOf(services, challengeId),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification,
    supportedAlgorithmIDs,
  }).catch(notVerified)
  if (!verified || !registrationInfo) return undefined
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    signCount: counter,
    transports: JSON.stringify(response.response.transports ?? []),
  }
}

/** The count of signatures that came with a right one, by this passkey and for this challenge; undefined where it is none. */
export async function readUsed(
  services: Services,
  challengeId: string,
  response: UsedCredential,
  { credentialId, publicKey, userId }: PasskeyRow,
  { requireUserVerification }: { requireUserVerification: boolean },
): Promise<number | undefined> {
  const { userHandle } = response.response
  if (response.id !== credentialId || (userHandle && Buffer.from(userHandle, 'base64url').toString() !== userId)) return undefined
  const { verifyAuthenticationResponse } = await library()
  const { rpID, origin } = siteOf(services)
  const credential: WebAuthnCredential = {
    id: credentialId,
    publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
    // The library looks at the count before the signature: someone without the key could have a passkey blocked by it. See `takeUse`.
    counter: 0,
  }
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challengeOf(services, challengeId),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential,
    requireUserVerification,
  }).catch(notVerified)
  return verified ? authenticationInfo?.newCounter : undefined
}

/** The library throws for each thing that is wrong with what came from outside. */
const notVerified = () => ({ verified: false as const, registrationInfo: undefined, authenticationInfo: undefined })

/** A key as a row begins. */
export function newPasskeyRow(
  at: string,
  {
    userId,
    factorId = null,
    friendlyName,
    created,
  }: { userId: string; factorId?: string | null; friendlyName: string; created: NewPasskey },
): PasskeyRow {
  return { id: newId(), userId, factorId, friendlyName, ...created, blockedAt: null, createdAt: at, lastUsedAt: null }
}
