import { renewFirstOwnerLink } from '#app/features/accounts/first-owner-link.server.ts'
import { settleSampleAccounts } from '#app/features/accounts/sample-accounts.server.ts'
import type { Services } from '#app/platform/services.ts'

/**
 * The ways to sign in, for the person who starts the server and reads its output; never logged. Without an owner: the link that makes the
 * first one. On a site on this machine: the sample accounts.
 */
export async function accountsToEnter(services: Services): Promise<string[]> {
  const { siteUrl } = services.config
  const samples = await settleSampleAccounts(services)
  const link = await renewFirstOwnerLink(services)
  return [
    `  Accounts    sign in at ${siteUrl}/auth`,
    ...(link ? ['  Owner       open this link to create the owner account; it works once, within 24 hours:', `              ${link}`] : []),
    ...samples.map(
      ({ role, email, password }, at) =>
        `  ${at === 0 ? 'Samples' : '       '}     ${role.padEnd(8)}  ${email.padEnd(20)}  ${password ?? '(its password has been changed)'}`,
    ),
    ...(samples.length > 0 ? ['              for trying things out; SAMPLE_DATA=off removes them'] : []),
  ]
}
