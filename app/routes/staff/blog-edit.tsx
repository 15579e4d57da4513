import { data, redirect } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { actOnPost, versionOf } from '#app/features/site/admin-act.server.ts'
import { readAnyPost, readCategories } from '#app/features/site/admin-list.server.ts'
import { adminPath } from '#app/features/site/admin-list.ts'
import { PostEditor } from '#app/features/site/components/admin/post-editor.tsx'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { readFields } from '#app/features/site/post-fields.ts'
import { unknownPath } from '#app/features/site/unknown-path.server.ts'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import { readForm } from '#app/platform/read-form.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Toaster } from '#app/ui/toaster.tsx'
import type { Route } from './+types/blog-edit'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Edit a post')
export const headers = () => privateHeaders

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const post = await readAnyPost(services, params.id)
  if (!post) throw unknownPath(services, request)
  return { id: post.id, title: post.title, post: versionOf(post), categories: await readCategories(services) }
}

/** A save without JavaScript. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { services, viewer } = await requireRole(context, request, 'staff')
  const form = await readForm(request)
  const value = (name: string) => (name === 'intent' ? 'edit' : name === 'id' ? params.id : form.get(name))
  const { status, answer } = await actOnPost(services, viewer, value)
  if (answer.done) return redirect(`${adminPath}?done=saved`, 303)
  return data({ ...answer, values: readFields((name) => form.get(name)) }, status)
}

/** Changing a post. */
export default function BlogEdit({ loaderData: { id, title, post, categories }, actionData }: Route.ComponentProps) {
  return (
    <StaffPage>
      <StaffFrame title={title} lead="Edit this post." back={{ label: 'Blog admin', href: adminPath }}>
        <PostEditor id={id} post={post} categories={categories} refused={actionData ?? null} />
        <Toaster />
      </StaffFrame>
    </StaffPage>
  )
}
