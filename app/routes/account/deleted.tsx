import { redirect } from 'react-router'
import { viewerOf } from '#app/features/accounts/site-session.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { visitContext } from '#app/platform/services.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/deleted'

export const meta = () => privateMeta('Account deleted')
export const headers = () => privateHeaders

/** For a signed-in user it wouldn't be true. */
export async function loader({ context }: Route.LoaderArgs) {
  if (await viewerOf(context.get(visitContext))) throw redirect('/account' satisfies SitePath, 303)
  return null
}

/** The page after deleting an account: the same for everyone. */
export default function Deleted() {
  const { emergencyPhone } = useDetails()
  return (
    <QuietPage scene="door">
      <div className="max-w-[30em]">
        <h1 className="text-2xl">Your account is deleted</h1>
        <p className="mt-3 text-lg">You’re signed out everywhere. We’ve emailed you confirmation.</p>
        <p className="mt-3">
          The visits you’ve booked will still go ahead, and the link in each booking email works until the visit is over. For anything else,
          call{' '}
          <a href={emergencyPhone.href} className="font-bold whitespace-nowrap">
            {emergencyPhone.text}
          </a>
          .
        </p>
        <p className="mt-6">
          <ButtonLink href={'/' satisfies SitePath} look="outline">
            Home
          </ButtonLink>
        </p>
      </div>
    </QuietPage>
  )
}
