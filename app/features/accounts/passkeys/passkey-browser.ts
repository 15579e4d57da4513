/* Passkeys in the browser: the platform's JSON functions if available, else the same by hand (WebAuthn level 3, sections 5.1.8 to 5.1.10). */

export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function' && 'credentials' in navigator

/** Returns true if the browser offers passkeys in the autofill of an email field. */
export const canAutofillPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) === true

/** Creates a passkey. Throws a `DOMException` if its owner declines, or there is one already. */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON?.(options) ?? {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: options.excludeCredentials?.map(descriptorOf),
  }
  const made = await navigator.credentials.create({ publicKey: publicKey as PublicKeyCredentialCreationOptions })
  return jsonOf(made as PublicKeyCredential)
}

/** Uses a passkey: chosen in a dialog, or, with 'conditional', in the browser's autofill. Throws a `DOMException`. */
export async function usePasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
  { mediation, signal }: { mediation?: 'conditional'; signal?: AbortSignal } = {},
): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON?.(options) ?? {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: options.allowCredentials?.map(descriptorOf),
  }
  const used = await navigator.credentials.get({ publicKey: publicKey as PublicKeyCredentialRequestOptions, mediation, signal })
  return jsonOf(used as PublicKeyCredential)
}

/** Returns the credential as JSON for the server. */
function jsonOf(credential: PublicKeyCredential): unknown {
  if (typeof credential.toJSON === 'function') return credential.toJSON()
  const { id, type } = credential
  const response = credential.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse
  const fields = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const
  const texts = fields.flatMap((name) => (response[name] ? [[name, textOf(response[name])] as const] : []))
  return {
    id,
    rawId: id,
    type,
    response: { ...Object.fromEntries(texts), transports: response.getTransports?.() },
    clientExtensionResults: {},
  }
}

const descriptorOf = ({ id, ...rest }: PublicKeyCredentialDescriptorJSON) => ({ ...rest, id: bytesOf(id) })

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const textOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
