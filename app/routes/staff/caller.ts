import { data } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { readKnownCaller } from '#app/features/desk/known-caller.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/caller'

/** Finds the caller while their number is typed: `?phone=` and `?email=`. Queries are never logged. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  await requireRole(visit, request, 'staff')
  const query = new URL(request.url).searchParams
  const known = await readKnownCaller(visit.services, { phone: query.get('phone') ?? '', email: query.get('email') ?? '' })
  return data({ known }, { headers: privateHeaders })
}
