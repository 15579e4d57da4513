import { redirect } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { type PartAnswer, PriceBookList } from '#app/features/pricing/components/price-book-list.tsx'
import { readPriceBook } from '#app/features/pricing/read-parts.server.ts'
import { savePart } from '#app/features/pricing/save-part.server.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { answerForm } from '#app/platform/answer-form.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { Notice } from '#app/ui/notice-in-page.tsx'
import { isUuid } from '#app/values/ids.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { billingTerms } from '#content/fees.ts'
import type { Route } from './+types/parts'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Price book')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'owner')
  return {
    parts: await readPriceBook(services.db),
    markupPercent: billingTerms.materialsMarkupPercent,
    isSaved: new URL(request.url).searchParams.get('done') === 'saved',
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, userId: staffId } = await requireRole(context, request, 'owner')
  return answerForm(
    { request },
    async ({ text }) => {
      const id = isUuid(text('id')) ? text('id') : undefined
      await savePart(services, { ownerId: staffId, id, seen: Number(text('seen')) || 0, typed: text })
      return redirect('/staff/parts?done=saved' satisfies SitePath, 303)
    },
    (refusal, { text, typed }): PartAnswer => ({ id: text('id'), text: refusal.message, typed: typed(), problems: refusal.problems }),
  )
}

/** The parts that engineers choose from, kept by an owner. */
export default function Parts({ loaderData: { parts, markupPercent, isSaved }, actionData }: Route.ComponentProps) {
  const saved: Notice = { title: 'Saved', text: 'Engineers will see it the next time they open a job.', tone: 'plain' }
  const problems = Object.entries(actionData?.problems ?? {})
  const idOf = (field: string) => (actionData?.id ? `${field}-${actionData.id}` : field)
  return (
    <StaffPage>
      <StaffFrame
        title="Price book"
        lead={`The parts engineers can choose from on a job. Customers pay our cost plus ${markupPercent}%, or the percentage that applied when they booked.`}
        notice={isSaved && !actionData ? saved : undefined}
        back={{ label: 'Settings', href: '/staff/settings' satisfies SitePath }}
      >
        {actionData && (
          <div className="mt-5">
            <ErrorSummary
              title={problems.length > 0 ? undefined : 'Not saved'}
              problems={problems.length > 0 ? problems.map(([field, text]) => ({ field: idOf(field), text })) : [{ text: actionData.text }]}
            />
          </div>
        )}
        <PriceBookList parts={parts} markupPercent={markupPercent} answer={actionData} />
      </StaffFrame>
    </StaffPage>
  )
}
