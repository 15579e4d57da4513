import { type Account, appMetadataOf, type FactorRow, type IdentityRow } from '#app/features/accounts/account-rows.ts'

/** Returns a user in the contract's format (docs/api.md): absent fields are left out, and `phone` is never null. */
export function userView({ user, identities, factors }: Account) {
  return withoutNulls({
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    email_confirmed_at: user.emailConfirmedAt,
    phone: user.phone,
    phone_confirmed_at: user.phoneConfirmedAt,
    confirmed_at: user.emailConfirmedAt ?? user.phoneConfirmedAt,
    invited_at: user.invitedAt,
    confirmation_sent_at: user.confirmationSentAt,
    recovery_sent_at: user.recoverySentAt,
    new_email: user.newEmail,
    email_change_sent_at: user.newEmail ? user.emailChangeSentAt : null,
    last_sign_in_at: user.lastSignInAt,
    app_metadata: appMetadataOf({ user, identities }),
    user_metadata: JSON.parse(user.userMetadata) as Record<string, unknown>,
    identities: identities.map(identityView),
    factors: factors.length > 0 ? factors.map(factorView) : null,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
    banned_until: user.bannedUntil,
    is_anonymous: user.isAnonymous === 1,
  })
}

const identityView = (identity: IdentityRow) =>
  withoutNulls({
    identity_id: identity.id,
    id: identity.providerId,
    user_id: identity.userId,
    identity_data: JSON.parse(identity.identityData) as Record<string, unknown>,
    provider: identity.provider,
    email: identity.email,
    last_sign_in_at: identity.lastSignInAt,
    created_at: identity.createdAt,
    updated_at: identity.updatedAt,
  })

export const factorView = (factor: FactorRow) =>
  withoutNulls({
    id: factor.id,
    friendly_name: factor.friendlyName,
    factor_type: factor.kind,
    status: factor.status,
    phone: factor.phone,
    last_challenged_at: factor.lastChallengedAt,
    created_at: factor.createdAt,
    updated_at: factor.updatedAt,
  })

function withoutNulls<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as Partial<Fields>
}
