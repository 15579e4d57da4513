import { requireRole } from '#app/features/accounts/guards.server.ts'
import { answerPortraitForm } from '#app/features/visit/photo-form.server.ts'
import { pictureResponse } from '#app/features/visit/photo-response.server.ts'
import { readPortrait, removePortrait, storePortrait } from '#app/features/visit/store-portrait.server.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/portrait'

/** The portrait of an engineer, for staff. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const portrait = await readPortrait(services.db, params.id)
  if (!portrait) throw notFound()
  return pictureResponse(services, portrait, 'engineer')
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { services, userId: staffId } = await requireRole(context, request, 'staff')
  const change = { engineerId: params.id, staffId }
  return answerPortraitForm({
    request,
    client: change.staffId,
    back: `/staff/engineers/${encodeURIComponent(params.id)}` satisfies SitePath,
    add: (data) => storePortrait(services, change, data),
    remove: () => removePortrait(services, change),
  })
}
