import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { type Notice, NoticeInPage } from '#app/ui/notice-in-page.tsx'

interface StaffFrameProps {
  title: string
  lead?: ReactNode
  notice?: Notice
  /** The link back. */
  back?: { label: string; href: string }
  /** Wide: for lists and tables. Full: for pages that bring their own width. */
  width?: keyof typeof widths
  children: ReactNode
}

const widths = { text: 'max-w-[40em]', wide: 'max-w-[62em]', full: '' }

/** The heading of each part of the staff area. */
export function StaffFrame({ title, lead, notice, back, width = 'text', children }: StaffFrameProps) {
  return (
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
  )
}
