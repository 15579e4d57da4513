import type { ReactNode } from 'react'
import { stuckText, useStuck } from '#app/features/notifications/stuck-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { AuthNotice } from '../auth-form.ts'
import { NoticeInPage } from './auth-panel.tsx'

interface StaffFrameProps {
  title: string
  lead?: ReactNode
  notice?: AuthNotice
  /** Where the way back leads. */
  back?: { label: string; href: string }
  children: ReactNode
  /** Wide: for lists and tables. */
  width?: 'text' | 'wide'
}

/** The frame of the pages for staff and owners. */
export function StaffFrame({ title, lead, notice, back, children, width = 'text' }: StaffFrameProps) {
  return (
    <div className={width === 'text' ? 'max-w-[40em]' : 'max-w-[62em]'}>
      <UnsentAlarm />
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
