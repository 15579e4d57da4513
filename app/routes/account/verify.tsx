import { data, redirect } from 'react-router'
import { LinkPage, type LinkState } from '#app/features/accounts/components/link-page.tsx'
import { followLink, isOwnSignUp, kindsOf } from '#app/features/accounts/confirm-mail.server.ts'
import { enterByLink } from '#app/features/accounts/enter-site.server.ts'
import { type LinkType, linkTexts, linkTypes } from '#app/features/accounts/link-types.ts'
import { peekLinkToken } from '#app/features/accounts/mail-tokens.server.ts'
import { nextPath } from '#app/features/accounts/next-path.ts'
import { codeRedirect, redirectTarget, sessionRedirect } from '#app/features/accounts/redirects.ts'
import { AuthRefusal } from '#app/features/accounts/refusals.ts'
import { registrationIn } from '#app/features/accounts/registration-cookie.server.ts'
import { mailEntryOf } from '#app/features/accounts/site-entry.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { privateMeta } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/verify'

export const meta: Route.MetaFunction = ({ loaderData }) => privateMeta(linkTexts[loaderData?.type ?? 'email'].heading)

/** The address contains a token: no referrer, no caching. */
const privateHeaders = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'same-origin' }
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const { services, cookies } = visit
  const { token, type, redirectTo } = readLink(request)
  const known = await peekLinkToken(services, token, kindsOf[type])
  const registration = registrationIn(cookies, services.config.siteUrl)
  const isForSite = mailEntryOf(services, redirectTarget(redirectTo, services.config.auth.redirectOrigins), type) !== undefined
  const mayComplete = known && (isOwnSignUp(services, { registration }, known) || (known.codeChallenge && !isForSite))
  const dropsPassword = Boolean(known?.signUp?.passwordHash && !mayComplete)
  return { type, dropsPassword, state: (known ? 'open' : 'spent') satisfies LinkState as LinkState }
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  const { token, type, redirectTo } = readLink(request)
  const target = redirectTarget(redirectTo, services.config.auth.redirectOrigins)
  const next = mailEntryOf(services, target, type)
  try {
    if (next !== undefined) {
      const entered = await enterByLink(visit, visit, { token, type }, nextPath(next))
      return entered ? redirect(entered.path, { status: 303, headers: { 'Set-Cookie': entered.cookie } }) : answer('half', 200)
    }
    const registration = registrationIn(visit.cookies, services.config.siteUrl)
    const { authCode, session } = await followLink(services, visit, { token, type, registration })
    if (authCode) return redirect(codeRedirect(target, authCode), 303)
    if (session) return redirect(sessionRedirect(target, session, { type }), 303)
    return answer('half', 200)
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    if (error.code === 'email_exists') return answer('taken', 422)
    return error.status === 429 ? answer('too often', 429) : answer('spent', 403)
  }
}

const answer = (state: LinkState, status: number) => data({ state }, { status, headers: privateHeaders })

function readLink(request: Request) {
  const query = new URL(request.url).searchParams
  const type = linkTypes.find((each): each is LinkType => each === query.get('type')) ?? 'email'
  // Emails of older clients have the token's hash under this name.
  return { token: query.get('token') ?? query.get('token_hash') ?? '', type, redirectTo: query.get('redirect_to') ?? undefined }
}

/** The page of an email's link, with one button (docs/api.md). */
export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <QuietPage scene="door">
      <LinkPage type={loaderData.type} state={actionData?.state ?? loaderData.state} dropsPassword={loaderData.dropsPassword} />
    </QuietPage>
  )
}
