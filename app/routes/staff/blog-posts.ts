import { requireRole } from '#app/features/accounts/guards.server.ts'
import { actOnPost } from '#app/features/site/admin-act.server.ts'
import { readAdminList } from '#app/features/site/admin-list.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { parseReceivedJson } from '#app/platform/received-text.ts'
import type { Route } from './+types/blog-posts'

/** The list of the blog's admin, as JSON. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  return Response.json(await readAdminList(services), { headers: privateHeaders })
}

/** Acts from the blog's admin with JavaScript, and those kept on a device: JSON in and out. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, viewer } = await requireRole(context, request, 'staff')
  const answerWith = (answer: unknown, status: number) => Response.json(answer, { status, headers: privateHeaders })
  if (request.method !== 'POST') return answerWith({ message: 'Please use POST' }, 405)
  const body: unknown = await request
    .text()
    .then(parseReceivedJson)
    .catch(() => undefined)
  if (typeof body !== 'object' || body === null) return answerWith({ message: 'The request could not be read' }, 400)
  const { status, answer } = await actOnPost(services, viewer, (name) =>
    Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined,
  )
  return answerWith(answer, status)
}
