import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { stuckText, useStuck } from '#app/features/notifications/stuck-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { useAuth } from '../auth-context.ts'
import type { AuthNotice } from '../auth-form.ts'
import { NoticeInPage } from './auth-panel.tsx'

interface StaffFrameProps {
  title: string
  lead?: ReactNode
  notice?: AuthNotice
  /** Where the way back leads. */
  back?: { label: string; href: string }
  /** Wide: for lists and tables. Full: for pages that bring their own width. */
  width?: keyof typeof widths
  children: ReactNode
}

const widths = { text: 'max-w-[40em]', wide: 'max-w-[62em]', full: '' }

/** The frame of the pages for staff and owners. */
export function StaffFrame({ title, lead, notice, back, width = 'text', children }: StaffFrameProps) {
  return (
    <>
      <StaffLinks />
      <UnsentAlarm />
      <div className={widths[width]}>
        {back && (
          <p className="mb-6">
            <ButtonLink look="outline" href={back.href} className="key-small">
              {back.label}
            </ButtonLink>
          </p>
        )}
        <h1 className="text-2xl [overflow-wrap:anywhere]">{title}</h1>
        {lead && <p className="mt-2 [overflow-wrap:anywhere]">{lead}</p>}
        {notice && (
          <div className="mt-5">
            <NoticeInPage notice={notice} isSaid />
          </div>
        )}
        {children}
      </div>
    </>
  )
}

/** The parts of the staff area, on each of its pages. */
const parts: readonly { label: string; href: string; isOwners?: boolean }[] = [
  { label: 'Board', href: '/staff' },
  { label: 'Blog', href: '/blog-admin' },
  { label: 'Deliveries', href: '/staff/deliveries' },
  { label: 'Settings', href: '/staff/settings', isOwners: true },
  { label: 'People', href: '/staff/people', isOwners: true },
  { label: 'My account', href: '/account' },
]

function StaffLinks() {
  const { viewer } = useAuth()
  const { pathname } = useLocation()
  const isIn = (href: string) => pathname === href || pathname.startsWith(`${href}/`)
  return (
    <nav aria-label="Staff area" className="mb-8 border-b-2 border-ink print:hidden">
      <ul className="flex flex-wrap gap-x-5">
        {parts
          .filter(({ isOwners }) => !isOwners || viewer?.role === 'owner')
          .map(({ label, href }) => (
            <li key={href}>
              <a
                href={href}
                aria-current={isIn(href) ? 'page' : undefined}
                className="flex min-h-11 items-center aria-[current]:font-bold aria-[current]:no-underline"
              >
                {label}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}

/** Something has been unsent for a minute: on every page for staff, until it is sent or seen to (DESIGN 8). */
function UnsentAlarm() {
  const stuck = useStuck()
  if (!stuck) return null
  return (
    <section aria-label="Not sent" className="mb-6 max-w-[40em] rounded-key border-4 border-alarm bg-chalk px-4 py-3">
      <p className="font-bold text-alarm-text">{stuckText(stuck)}</p>
      <p>
        <a href="/staff/deliveries" className="inline-flex min-h-11 items-center font-bold">
          See what is not sent
        </a>
      </p>
    </section>
  )
}
