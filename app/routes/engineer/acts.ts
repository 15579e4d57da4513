import { redirect } from 'react-router'
import { requireOwnEngineer } from '#app/features/visit/own-engineer.server.ts'
import { ActsReport, dismissAct, takeActs } from '#app/features/visit/take-acts.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { readForm } from '#app/platform/read-form.ts'
import { wrongForm } from '#app/platform/refused-page.ts'
import { visitContext } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/acts'
import { ownActs } from './acts.server.ts'

/** This address isn't a page. */
export const loader = () => redirect('/engineer' satisfies SitePath, 303)

/**
 * Takes the acts that waited on an engineer's phone, as JSON (`ActsReport`): returns the outcome of each, and the time by our clock. As a
 * form: the engineer has read why an act was refused.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const { viewer, engineerId } = await requireOwnEngineer(visit, request)
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    const key = (await readForm(request)).get('refused')
    if (typeof key !== 'string') throw wrongForm()
    await dismissAct(visit.services, engineerId, key)
    return redirect('/engineer' satisfies SitePath, 303)
  }
  const report = ActsReport.safeParse(await request.json().catch(() => undefined))
  if (!report.success) return Response.json({ message: 'That isn’t a valid report.' }, { status: 400, headers: privateHeaders })
  // Another engineer has signed in on this phone since: the first one's acts wait for them.
  if (report.data.engineerId && report.data.engineerId !== engineerId)
    return Response.json({ message: 'These steps belong to another engineer.' }, { status: 403, headers: privateHeaders })
  const outcomes = await takeActs(visit.services, { engineerId, userId: viewer.account.user.id }, report.data, ownActs)
  return Response.json({ now: toInstant(visit.services.clock.now()), outcomes }, { headers: privateHeaders })
}
