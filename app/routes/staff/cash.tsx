import { redirect } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { type CashAnswer, CashPage } from '#app/features/billing/components/cash-page.tsx'
import { handInCash } from '#app/features/billing/hand-in-cash.server.ts'
import { readCash } from '#app/features/billing/read-cash.server.ts'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { answerForm } from '#app/platform/answer-form.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { newId } from '#app/values/ids.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/cash'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Cash')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  return { ...(await readCash(services.db)), pressKey: newId() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, userId: staffId } = await requireRole(context, request, 'staff')
  return answerForm(
    { request },
    async ({ text }) => {
      await handInCash(services, {
        ...{ heldBy: text('heldBy'), receivedBy: staffId, seenPence: Number(text('seenPence')) },
        ...{ counted: text('counted'), note: text('note'), key: text('key') },
      })
      return redirect('/staff/bills/cash' satisfies SitePath, 303)
    },
    (refusal, { text, typed }): CashAnswer => ({
      ...{ heldBy: text('heldBy'), text: refusal.message, typed: typed(), problems: refusal.problems },
    }),
  )
}

/** The day's close: cash that was taken at the door, until it is handed in. */
export default function Cash({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <StaffPage>
      <CashPage {...loaderData} answer={actionData} />
    </StaffPage>
  )
}
