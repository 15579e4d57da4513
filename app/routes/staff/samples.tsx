import { Form, redirect, redirectDocument } from 'react-router'
import { answerAccountForm } from '#app/features/accounts/account-form.server.ts'
import { requireProvedOwner } from '#app/features/accounts/guards.server.ts'
import { removeSampleAccounts } from '#app/features/accounts/sample-accounts.server.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/samples'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Sample accounts')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { viewer } = await requireProvedOwner(context, request)
  return { isMine: viewer.account.user.isSample === 1 }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, services, viewer, userId } = await requireProvedOwner(context, request)
  return answerAccountForm({ request, visit, viewer }, async () => {
    await removeSampleAccounts(services, userId)
    return viewer.account.user.isSample
      ? redirectDocument('/' satisfies SitePath, 303)
      : redirect('/staff/people?done=samples' satisfies SitePath, 303)
  })
}

/** Removes the sample accounts. */
export default function Samples({ loaderData: { isMine }, actionData }: Route.ComponentProps) {
  return (
    <StaffPage>
      <StaffFrame
        title="Remove the sample accounts"
        lead="This deletes the sample customer, staff and owner accounts, and signs them out everywhere."
        notice={actionData?.notice}
        back={{ label: 'People', href: '/staff/people' satisfies SitePath }}
      >
        {isMine && (
          <p className="mt-4 border-l-4 border-ink py-1 pl-4">
            You’re signed in as one of them. Create your own account first, with the link that’s printed when the server starts.
          </p>
        )}
        <Form method="post" className="mt-6 max-w-[30em]">
          <Button className="w-full">Remove sample accounts</Button>
        </Form>
      </StaffFrame>
    </StaffPage>
  )
}
