import type { ReactNode } from 'react'

/** An act that was refused: what is wrong, and what was typed. */
export interface Refused {
  intent: string
  problems: Record<string, string>
  typed: Record<string, string>
  /** Nothing is wrong with it: it is done once this is confirmed. */
  refusal?: { text: string; isQuestion: boolean }
}

/** What was typed in the form of `intent`, where it is that one which was refused. */
export const typedIn = (refused: Refused | undefined, intent: string) => (refused?.intent === intent ? refused : undefined)

/** The heading of a part of a booking's page. */
export const Heading = ({ id, children }: { id: string; children: ReactNode }) => (
  <h2 id={id} className="border-b-2 border-ink pb-2 text-xl">
    {children}
  </h2>
)

/** What is not done every day: a press away, and open where something in it was refused. */
export function Folded({ label, isOpen, children }: { label: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className="folded mt-2 border-b border-line" open={isOpen || undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-bold">{label}</summary>
      <div className="pb-5">{children}</div>
    </details>
  )
}
