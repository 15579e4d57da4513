import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
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
  /** Full: for pages that bring their own width. */
  width?: 'text' | 'full'
  children: ReactNode
}

/** The frame of the pages for staff and owners. */
export function StaffFrame({ title, lead, notice, back, width = 'text', children }: StaffFrameProps) {
  return (
    <>
      <StaffLinks />
      <div className={width === 'text' ? 'max-w-[40em]' : ''}>
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
  { label: 'Blog', href: '/blog-admin' },
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
