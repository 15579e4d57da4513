import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { requireProvedViewer } from '#app/features/accounts/guards.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/data'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('My data')
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = (await requireProvedViewer(context, request)).viewer.account
  return { email: user.emailConfirmedAt ? user.email : null }
}

/** A copy of someone's stored data, and the link to delete it. */
export default function Data({ loaderData: { email } }: Route.ComponentProps) {
  return (
    <QuietPage scene="door">
      <AuthFrame title="My data" back={{ label: 'My account', href: '/account' satisfies SitePath }}>
        <h2 className="text-xl">Take a copy</h2>
        <p className="mt-2">
          One file with everything we store about you: your account, devices, bookings and messages, and the change log.
        </p>
        {email && (
          <p className="mt-2 text-muted [overflow-wrap:anywhere]">It includes the bookings made with {email}. Ask us for any others.</p>
        )}
        <form method="post" action={'/account/data/copy' satisfies SitePath} className="mt-4">
          <Button>Download my data</Button>
        </form>
        <p className="mt-2 text-sm text-muted">It’s a JSON file, which other services can read. Keep it somewhere only you can open it.</p>
        <h2 className="mt-10 border-t-2 border-ink pt-5 text-xl">Delete my account</h2>
        <p className="mt-2">We’ll show you what will be deleted and what we must keep. Nothing happens until you confirm.</p>
        <p className="mt-4">
          <ButtonLink look="outline" href={'/account/delete' satisfies SitePath}>
            Delete my account
          </ButtonLink>
        </p>
        <p className="mt-6">
          Our <a href={'/privacy' satisfies SitePath}>privacy notice</a> explains how we use your data.
        </p>
      </AuthFrame>
    </QuietPage>
  )
}
