import { data, redirect } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { actOnPost } from '#app/features/site/admin-act.server.ts'
import type { Refused } from '#app/features/site/admin-acts.ts'
import { readAdminList, readCategories } from '#app/features/site/admin-list.server.ts'
import { adminPath } from '#app/features/site/admin-list.ts'
import { BlogAdmin } from '#app/features/site/components/admin/blog-admin.tsx'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { type PostFields, readFields } from '#app/features/site/post-fields.ts'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import { readForm } from '#app/platform/read-form.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Toaster } from '#app/ui/toaster.tsx'
import { newId } from '#app/values/ids.ts'
import type { Route } from './+types/blog'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Blog admin')
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const query = new URL(request.url).searchParams
  const list = await readAdminList(services)
  const word = query.get('done')
  return {
    list,
    categories: list.failed ? [] : await readCategories(services),
    newId: newId(),
    done: word === null ? null : { word, id: query.get('id') ?? '' },
  }
}

/** Acts from the blog's admin without JavaScript. With it, they go to /blog-admin/posts. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, viewer } = await requireRole(context, request, 'staff')
  const form = await readForm(request)
  const { status, answer } = await actOnPost(services, viewer, (name) => form.get(name))
  if (answer.done) return redirect(`${adminPath}?done=${answer.done}&id=${answer.id}`, 303)
  // Typed values are returned under the same id.
  const isForm = form.get('intent') === 'create'
  const typed = isForm ? { values: readFields((name) => form.get(name)), id: String(form.get('id') ?? '') } : {}
  return data<Refused & { values?: PostFields; id?: string }>({ ...answer, ...typed }, status)
}

/** Writing posts, and the list of them. */
export default function BlogAdminPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <StaffPage>
      <StaffFrame title="Blog admin" width="full">
        <BlogAdmin {...loaderData} newId={actionData?.id || loaderData.newId} refused={actionData ?? null} />
        <Toaster />
      </StaffFrame>
    </StaffPage>
  )
}
