import { type ActionFunctionArgs, redirect } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { BookingNotFound } from '#app/features/booking/refusals.ts'
import { type RefusedForm, refusedForm } from '#app/features/desk/refused-form.ts'
import { answerForm, type SentForm } from '#app/platform/answer-form.ts'
import { notFound, wrongForm } from '#app/platform/refused-page.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Sent, StaffAct } from './act-table.server.ts'
import { staffActs } from './acts.server.ts'

const actNamed = (intent: string): StaffAct | undefined => (Object.hasOwn(staffActs, intent) ? staffActs[intent] : undefined)

/** The act in a page's address, and its sentence. */
export function doneIn(query: URLSearchParams) {
  const intent = query.get('done') ?? ''
  return { intent, text: actNamed(intent)?.done ?? '', bookingId: query.get('booking') ?? '', seen: query.get('seen') ?? '' }
}

/** A refused form of the board or of a booking's page, with everything that was typed. */
export interface ActAnswer extends RefusedForm {
  bookingId: string
}

interface Page {
  /** The act of a form that names none. */
  unnamed?: string
  /** An unknown booking is an unknown page: this one can't show the refusal. */
  isElsewhere?: boolean
}

/**
 * Returns the action of a page whose forms are acts of staff; `next` returns the address to continue at. A refusal returns its text and all
 * typed values. The booking is the page's, else the form's.
 */
export function staffAction(
  next: (sent: Sent & { intent: string }, page: URLSearchParams) => SitePath,
  { unnamed = '', isElsewhere }: Page = {},
) {
  return async ({ request, context, params }: ActionFunctionArgs) => {
    const { services, userId } = await requireRole(context, request, 'staff')
    const bookingIn = ({ text }: SentForm) => params.id ?? text('bookingId').slice(0, 100)
    const intentIn = ({ text }: SentForm) => text('intent') || unnamed
    return answerForm(
      { request, longest: 5_000 },
      async (form) => {
        const { text, typed } = form
        const intent = intentIn(form)
        const act = actNamed(intent)
        if (!act) throw wrongForm()
        if (act.by !== 'staff') await requireRole(context, request, act.by)
        const sent = {
          ...{ bookingId: bookingIn(form), staffId: userId, seen: text('seen'), confirmed: text('confirmed') },
          key: text('key').slice(0, 100),
        }
        await act.do(services, sent, text, typed)
        return redirect(act.next?.(sent) ?? next({ ...sent, intent }, new URL(request.url).searchParams), 303)
      },
      (refusal, form): ActAnswer => {
        if (isElsewhere && refusal instanceof BookingNotFound) throw notFound()
        return { ...refusedForm(refusal, form, actNamed(intentIn(form))?.asks), bookingId: bookingIn(form) }
      },
    )
  }
}
