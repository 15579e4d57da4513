import type { LoaderFunctionArgs } from 'react-router'
import { BookingNotFound } from '#app/features/booking/refusals.ts'
import { requireOwn } from '#app/features/visit/act-by-engineer.server.ts'
import { requireOwnEngineer } from '#app/features/visit/own-engineer.server.ts'
import { readOwnJob } from '#app/features/visit/read-own-jobs.server.ts'
import type { SentForm } from '#app/platform/answer-form.ts'
import type { Refusal } from '#app/platform/errors.ts'
import { notFound } from '#app/platform/refused-page.ts'
import { visitContext } from '#app/platform/services.ts'
import { isUuid } from '#app/values/ids.ts'

export type OfJob = Pick<LoaderFunctionArgs, 'request' | 'context'> & { params: { id: string } }

/** Returns the signed-in engineer, and the common fields of an act on this page's job. Throws as `requireOwnEngineer` does. */
async function actOf({ request, context, params }: OfJob) {
  const { services, userId, engineerId } = await requireOwnEngineer(context, request)
  return { services, act: { bookingId: params.id, engineerId, userId } }
}

/** The same, before the request's body is read. Throws the page for an unknown job if it isn't the engineer's. */
export async function ownActOf(args: OfJob) {
  const { services, act } = await actOf(args)
  await ofOwnJob(() => requireOwn(services, act))
  return { services, act }
}

/** The same with the job itself. */
export async function readJobOf(args: OfJob) {
  const { services, act } = await actOf(args)
  const { userAgent } = args.context.get(visitContext)
  const job = await ofOwnJob(() => readOwnJob(services, act, { bookingId: act.bookingId, userAgent }))
  return { services, act, job }
}

/** Returns the result of `act`; throws the page for an unknown job if it isn't the engineer's. */
export async function ofOwnJob<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof BookingNotFound) throw notFound()
    throw error
  }
}

/** The key that a form has for its act; a form that is older than keys has none. */
export const keyOf = (typed: string): string | undefined => (isUuid(typed) ? typed.toLowerCase() : undefined)

/** The answer to a refused form that may have a signature, which isn't sent back. */
export function signedAnswer(refusal: Refusal, { text, typed }: SentForm) {
  const { signature: _, ...kept } = typed()
  return { intent: text('intent'), text: refusal.message, typed: kept, problems: refusal.problems }
}
