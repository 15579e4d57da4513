import { type ReactNode, useEffect, useRef } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import type { AuthNotice } from '../auth-form.ts'
import { NoticeInPage } from './auth-panel.tsx'

interface AuthFrameProps {
  title: string
  lead?: ReactNode
  notice?: AuthNotice
  children?: ReactNode
  /** Where the way back leads. */
  back?: { label: string; href: string }
}

/** The frame of the small pages around signing in. */
export function AuthFrame({ title, lead, notice, children, back = { label: 'Back to sign in', href: '/auth' } }: AuthFrameProps) {
  const top = useInView(notice ?? title)
  return (
    <div className="max-w-[30em]">
      <p className="print:hidden">
        <ButtonLink look="outline" href={back.href} className="key-small">
          {back.label}
        </ButtonLink>
      </p>
      <div ref={top}>
        <h1 className="mt-6 text-2xl">{title}</h1>
        {lead && <p className="mt-2">{lead}</p>}
        <div className="mt-5">{notice && <NoticeInPage notice={notice} isSaid />}</div>
      </div>
      {children}
    </div>
  )
}

/** An answer to a form further down comes into view, as it does where the page is loaded anew. */
function useInView(said: unknown) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(said)
  useEffect(() => {
    if (shown.current === said) return
    shown.current = said
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [said])
  return place
}
