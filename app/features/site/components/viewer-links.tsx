import type { Viewer } from '#app/features/accounts/auth-context.ts'
import { forgetPhoneDraft } from '#app/features/desk/phone-draft.ts'
import type { SitePath } from '#app/values/site-path.ts'

/** A signed-in user's own page: the staff area, or their bookings. */
export const viewerLinkOf = (role: Viewer['role']) =>
  role === 'customer'
    ? { label: 'My bookings', href: '/account/bookings' satisfies SitePath }
    : { label: 'Admin', href: '/blog-admin' satisfies SitePath }

export function ViewerLink({ role }: { role: Viewer['role'] }) {
  const { label, href } = viewerLinkOf(role)
  return <a href={href}>{label}</a>
}

/** Signs out with a form: crawlers and prefetching could follow a link. */
export function SignOut({ className = '', onSubmit = forgetPhoneDraft }: { className?: string; onSubmit?: () => void }) {
  return (
    <form method="post" action={'/auth/sign-out' satisfies SitePath} className="contents" onSubmit={onSubmit}>
      <button type="submit" className={`whitespace-nowrap ${className}`}>
        Sign Out
      </button>
    </form>
  )
}
