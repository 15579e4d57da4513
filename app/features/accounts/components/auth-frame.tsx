import { type ReactNode, useEffect, useRef } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { type Notice, NoticeInPage } from '#app/ui/notice-in-page.tsx'
import type { SitePath } from '#app/values/site-path.ts'

interface AuthFrameProps {
  title: string
  lead?: ReactNode
  notice?: Notice
  children?: ReactNode
  /** The link back. */
  back?: { label: string; href: string }
}

/** The frame of the small sign-in pages. */
export function AuthFrame({
  title,
  lead,
  notice,
  children,
  back = { label: 'Back to sign in', href: '/auth' satisfies SitePath },
}: AuthFrameProps) {
  const top = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // As after a full page load: an answer further down scrolls into view, and a replaced page is announced.
  useOnChange(notice, () => top.current?.scrollIntoView({ block: 'nearest' }))
  useOnChange(title, () => heading.current?.focus())
  return (
    <div className="max-w-[30em]">
      <p className="print:hidden">
        <ButtonLink look="outline" href={back.href} className="key-small">
          {back.label}
        </ButtonLink>
      </p>
      <div ref={top}>
        <h1 ref={heading} tabIndex={-1} className="mt-6 text-2xl outline-none">
          {title}
        </h1>
        {lead && <p className="mt-2">{lead}</p>}
        <div className="mt-5">{notice && <NoticeInPage notice={notice} isSaid />}</div>
      </div>
      {children}
    </div>
  )
}

/** Acts when a value changes. */
function useOnChange(value: unknown, act: () => void) {
  const known = useRef(value)
  useEffect(() => {
    if (known.current === value) return
    known.current = value
    act()
  })
}
