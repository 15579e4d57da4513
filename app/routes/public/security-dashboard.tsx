import { mayActAs } from '#app/features/accounts/roles.ts'
import { viewerOf } from '#app/features/accounts/site-session.server.ts'
import { RunsLinks } from '#app/features/running/components/runs-links.tsx'
import SecurityPanel from '#app/features/running/components/security-panel.island.tsx'
import { readSecurityReport } from '#app/features/running/read-security-report.server.ts'
import { runSelfTest } from '#app/features/running/run-self-test.server.ts'
import type { ActionResult } from '#app/features/running/security-report.ts'
import { Page } from '#app/features/site/components/page.tsx'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { pageMeta, siteUrlOf } from '#app/features/site/page-meta.ts'
import { answerForm } from '#app/platform/answer-form.ts'
import { notKept } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Island } from '#app/ui/island.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/security-dashboard'
export const headers: Route.HeadersFunction = ({ actionHeaders }) => ({
  ...notKept,
  'X-Robots-Tag': 'noindex',
  ...Object.fromEntries(actionHeaders),
})

/** The site's protection at this moment: for staff with details. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const viewer = await viewerOf(visit)
  return { report: await readSecurityReport(visit), isInBackOffice: viewer !== undefined && mayActAs(viewer.account.user, 'staff') }
}

/** The action of a button without scripts: returns the page with the result. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, clientKey } = context.get(visitContext)
  return answerForm(
    { request },
    async ({ text }) => ({ result: await runSelfTest(services, { clientKey, action: text('act') }) }),
    ({ message }) => ({ result: { action: 'refresh', title: message, isAlarm: true } satisfies ActionResult as ActionResult }),
  )
}

const crumbs = [{ label: 'Home', href: '/' satisfies SitePath }, { label: 'Security dashboard' }]

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    siteUrl: siteUrlOf(matches),
    path: '/security-dashboard' satisfies SitePath,
    title: 'Security Dashboard | Emergency Plumbers London',
    description: 'How this website protects what you tell us, with tests that you can run yourself.',
  }),
  { name: 'robots', content: 'noindex' },
]

export default function SecurityDashboard({ loaderData: { report, isInBackOffice }, actionData }: Route.ComponentProps) {
  const panel = <Island name="security-panel" of={SecurityPanel} when="idle" props={{ report, result: actionData?.result ?? null }} />
  if (isInBackOffice)
    return (
      <StaffPage>
        <StaffFrame title="Security" lead="How this website is protected, measured when the page is opened." width="wide">
          <RunsLinks here="/security-dashboard" />
          {panel}
        </StaffFrame>
      </StaffPage>
    )
  return (
    <Page>
      <Breadcrumb crumbs={crumbs} />
      <h1 className="mt-2 text-[clamp(2.25rem,1.45rem+3vw,3.75rem)] leading-none tracking-[-0.03em]">Security dashboard</h1>
      <p className="mt-4 max-w-[34em] text-lg leading-snug">
        How this website protects what you tell us. Everything here is measured when you open the page, and you can try it yourself.
      </p>
      <p className="mt-2 max-w-[34em]">You don’t need to do anything: a warning is for us to put right.</p>
      {panel}
    </Page>
  )
}
