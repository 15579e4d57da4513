import { data } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { readPhoneQuote } from '#app/features/desk/phone-price.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import type { Route } from './+types/phone-quote'

/** The price and time to read out to a caller while the form is filled in. Queries are never logged. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const typed = [...new URL(request.url).searchParams].map(([name, value]) => [name, value.slice(0, 200)])
  return data({ quote: await readPhoneQuote(services, Object.fromEntries(typed)) }, { headers: privateHeaders })
}
