import { useAuth } from '#app/features/sessions/auth-context.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import { Button } from '#app/ui/button.tsx'
import { ButtonLinkHome } from './not-found.tsx'
import { Page } from './page.tsx'

/** For somebody whose account may not see a page; says nothing of what is there. `next`: its path, to come back to as somebody else. */
export function NoEntry({ next }: { next: string }) {
  const { viewer } = useAuth()
  return (
    <Page scene="door">
      <title>Not for this account | Emergency Plumbers London</title>
      <meta name="robots" content="noindex" />
      <p className="font-bold">403</p>
      <h1 className="mt-1 text-2xl">Not for this account</h1>
      <p className="mt-3 max-w-[36em] [overflow-wrap:anywhere]">
        {viewer
          ? `You are signed in as ${viewer.email || viewer.name}, which may not see this page.`
          : 'Your account may not see this page.'}{' '}
        If you have another account, sign in with that one.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <form method="post" action={'/auth/sign-out' satisfies SitePath}>
          <input type="hidden" name="next" value={next} />
          <Button>Sign in as somebody else</Button>
        </form>
        <ButtonLinkHome />
      </div>
    </Page>
  )
}
