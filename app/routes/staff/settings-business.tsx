import { requireRole } from '#app/features/accounts/guards.server.ts'
import { claimTitles, mailTitles } from '#app/features/running/business-fields.ts'
import { ClaimList, MailList, OpenPointList, SectionList } from '#app/features/running/components/business-lists.tsx'
import { sectionViews } from '#app/features/running/owner-sections.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { openPoints } from '#content/legal/open-points.ts'
import type { Route } from './+types/settings-business'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('The business')
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'owner')
  await services.published.refresh()
  const published = services.published.current()
  return {
    sections: sectionViews(published),
    claims: claimTitles(published),
    mails: mailTitles(published),
    saved: new URL(request.url).searchParams.get('saved'),
  }
}

const savedText = (group: string) =>
  ['fees', 'rates', 'details', 'estimates', 'multipliers'].includes(group)
    ? 'The site has been updated. Blog posts don’t change by themselves, so check whether any mention an old figure.'
    : group.startsWith('mail-')
      ? 'The next email of this type will include your wording.'
      : 'The site has been updated.'

/** The details of the business on the site, and the owner's changes to them. */
export default function BusinessSettings({ loaderData: { sections, claims, mails, saved } }: Route.ComponentProps) {
  return (
    <StaffPage>
      <StaffFrame
        title="The business"
        back={{ label: 'Settings', href: '/staff/settings' satisfies SitePath }}
        notice={saved === null ? undefined : { title: 'Saved', text: savedText(saved), tone: 'plain' }}
      >
        <SectionList sections={sections} />
        <MailList mails={mails} />
        <ClaimList claims={claims} />
        <OpenPointList points={openPoints} />
      </StaffFrame>
    </StaffPage>
  )
}
