import type { ReactNode } from 'react'

/** An act that was refused: what is wrong, and what was typed. */
export interface Refused {
  intent: string
  problems: Record<string, string>
  typed: Record<string, string>
  /** A question rather than a problem: it is done once it is confirmed. */
  refusal?: { text: string; isQuestion: boolean }
}

/** What was typed into the form of `intent`, if that form was refused. */
export const typedIn = (refused: Refused | undefined, intent: string) => (refused?.intent === intent ? refused : undefined)

/** The heading of a part of a booking's page. */
export const Heading = ({ id, children }: { id: string; children: ReactNode }) => (
  <h2 id={id} className="border-b-2 border-ink pb-2 text-xl">
    {children}
  </h2>
)

/** Rarely used parts: folded, and open if something in them was refused. */
export function Folded({ label, isOpen, children }: { label: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className="folded mt-2 border-b border-line" open={isOpen || undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-bold">{label}</summary>
      <div className="pb-5">{children}</div>
    </details>
  )
}
