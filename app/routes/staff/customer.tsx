import { redirect } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { ActNotice } from '#app/features/desk/components/act-notice.tsx'
import { CustomerPage } from '#app/features/desk/components/customer-page.tsx'
import { useKeptAnswer } from '#app/features/desk/components/use-kept-answer.ts'
import {
  addToCustomer,
  claimBooking,
  joinCustomers,
  keepApart,
  splitCustomer,
  undoDecision,
} from '#app/features/desk/join-customers.server.ts'
import { noteCustomer } from '#app/features/desk/note-customer.server.ts'
import { readCustomer } from '#app/features/desk/read-customer.server.ts'
import { type RefusedForm, refusedForm } from '#app/features/desk/refused-form.ts'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { answerForm, type SentForm } from '#app/platform/answer-form.ts'
import { namedIn } from '#app/platform/named-in-address.ts'
import { privateFormHeaders } from '#app/platform/public-page.ts'
import { notFound, wrongForm } from '#app/platform/refused-page.ts'
import type { Services } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/customer'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]
export const headers = privateFormHeaders

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { services, viewer } = await requireRole(context, request, 'staff')
  const view = await readCustomer(services, params.id)
  if (!view) throw notFound()
  // The record that this one was joined to, with the notice of the act.
  if ('moved' in view) throw redirect(`/staff/customers/${view.moved}${new URL(request.url).search}` as SitePath, 303)
  const isOwner = viewer.account.user.role === 'owner'
  return { view, isOwner, done: namedIn(request.url, acts)?.done }
}

interface Sent {
  recordId: string
  /** The user's id. */
  staffId: string
  /** The other record. */
  otherId: string
}

/** Acts of staff on a customer's record, by the `intent` of the form. `done` is shown afterwards. */
const acts: Readonly<Record<string, { done: string; do(services: Services, sent: Sent, form: SentForm): Promise<unknown> }>> = {
  note: {
    done: 'Note saved.',
    do: (services, sent, { text }) => noteCustomer(services, { ...sent, text: text('note'), idempotencyKey: text('key').slice(0, 100) }),
  },
  same_person: {
    done: 'They’re on one record now.',
    do: (services, sent) => joinCustomers(services, { ...sent, kind: 'same_person' }),
  },
  other_person: { done: 'Kept apart.', do: (services, sent) => keepApart(services, { ...sent, kind: 'other_person' }) },
  same_household: {
    done: 'They’re one household now.',
    do: (services, sent) => joinCustomers(services, { ...sent, kind: 'same_household' }),
  },
  other_household: { done: 'Kept apart.', do: (services, sent) => keepApart(services, { ...sent, kind: 'other_household' }) },
  claim: {
    done: 'The booking is on this record now.',
    do: (services, sent, { text }) => claimBooking(services, { ...sent, bookingId: text('booking').slice(0, 100) }),
  },
  add: {
    done: 'The booking is on this record now.',
    do: (services, sent, { text }) => addToCustomer(services, { ...sent, reference: text('reference') }),
  },
  split: {
    done: 'The bookings are on a record of their own.',
    do: (services, sent, { typed }) =>
      splitCustomer(services, {
        ...sent,
        bookingIds: Object.keys(typed()).flatMap((name) => (name.startsWith('booking-') ? [name.slice(8, 100)] : [])),
      }),
  },
  undo: {
    done: 'Undone.',
    do: (services, sent, { text }) => undoDecision(services, { ...sent, decisionId: text('decision').slice(0, 100) }),
  },
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { services, userId: staffId } = await requireRole(context, request, 'staff')
  return answerForm(
    { request, longest: 5_000 },
    async (form) => {
      const intent = form.text('intent')
      const act = Object.hasOwn(acts, intent) ? acts[intent] : undefined
      if (!act) throw wrongForm()
      const sent = { recordId: params.id, staffId, otherId: form.text('other').slice(0, 100) }
      await act.do(services, sent, form)
      const query = new URLSearchParams({ done: intent, ...(intent === 'note' && { saved: form.text('key').slice(0, 100) }) })
      return redirect(`/staff/customers/${params.id}?${query}` satisfies SitePath, 303)
    },
    (refusal, form): RefusedForm => refusedForm(refusal, form),
  )
}

/** One customer, for staff. */
export default function CustomerForStaff({ loaderData: { view, isOwner, done }, actionData }: Route.ComponentProps) {
  const { answer, shown, dismiss } = useKeptAnswer(actionData)
  return (
    <StaffPage width="full">
      <CustomerPage key={view.id} view={view} refused={answer} notice={<ActNotice answer={shown} done={done ?? ''} dismiss={dismiss} />} />
      {isOwner && (
        <p className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
          <a href={`/staff/data/person?customer=${view.id}` satisfies SitePath} className="inline-flex min-h-11 items-center font-semibold">
            Export or erase this customer’s data
          </a>
        </p>
      )}
    </StaffPage>
  )
}
