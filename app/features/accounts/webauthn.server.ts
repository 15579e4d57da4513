import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { newId } from '#app/values/ids.ts'
import { business } from '#content/business.ts'
import type { AuthPasskeysTable } from '#db/tables/accounts.ts'
import { nameOf, type UserRow } from './account-rows.ts'
import type { CreatedCredential, UsedCredential } from './passkeys/credentials.ts'

/* The cryptography of passkeys (WebAuthn level 3). The site of a passkey comes from SITE_URL only, never from a request: a page elsewhere
   that relays our challenge gets a useless answer. */

export type PasskeyRow = Selectable<AuthPasskeysTable>

/** The library brings parsers for certificates that few visits need: loaded with the first passkey. */
const library = () => import('@simplewebauthn/server')

/** Ed25519, ES256 and RS256, by their COSE numbers: what authenticators use. */
const supportedAlgorithmIDs = [-8, -7, -257]

const siteOf = ({ config }: Pick<Services, 'config'>) => {
  const { hostname, origin } = new URL(config.siteUrl)
  return { rpID: hostname, origin }
}

/** Returns true if the site can have passkeys: browsers need a domain name, not an IP address. */
export const hasPasskeys = (services: Pick<Services, 'config'>): boolean => {
  const { rpID } = siteOf(services)
  return !rpID.startsWith('[') && isIP(rpID) === 0
}

/** The challenge that an authenticator signs: derived from its id, so it needn't be stored. */
const challengeOf = ({ secrets }: Pick<Services, 'secrets'>, id: string): string => secrets.sign('passkey-challenge', id)

interface Creation {
  challengeId: string
  user: UserRow
  /** The user's existing keys: a device must not make a second one. */
  known: readonly PasskeyRow[]
  /** A passkey signs in on its own: it is found without a user name, and its device verifies its owner. */
  isPasskey: boolean
}

/** Returns the options for `navigator.credentials.create()` as JSON. */
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

/** Returns the options for `navigator.credentials.get()` as JSON. Without `known`, any passkey of this site is accepted. */
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

/** Returns the key that a device made for a challenge; undefined if it is for another site, or not of the requested kind. */
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

/** The signature count of a valid answer by this passkey to this challenge; undefined if it is invalid. */
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
    // The library checks the count before the signature, which would let someone without the key get a passkey blocked. See `takeUse`.
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

/** The library throws for every defect of outside input. */
const notVerified = () => ({ verified: false as const, registrationInfo: undefined, authenticationInfo: undefined })

/** A new key's row. */
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
