import { data } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { readKnownCaller } from '#app/features/desk/known-caller.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import type { Route } from './+types/caller'

/** Finds the caller while their number is typed: `?phone=` and `?email=`. Queries are never logged. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const query = new URL(request.url).searchParams
  const known = await readKnownCaller(services, { phone: query.get('phone') ?? '', email: query.get('email') ?? '' })
  return data({ known }, { headers: privateHeaders })
}
