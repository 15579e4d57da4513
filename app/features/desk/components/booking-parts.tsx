import type { ReactNode } from 'react'

/** A refused act: the problem, and the typed values. */
export interface Refused {
  intent: string
  problems: Record<string, string>
  typed: Record<string, string>
  /** A question rather than a problem: it is done once it is confirmed. */
  refusal?: { text: string; isQuestion: boolean; confirms?: string }
}

/** Returns the values typed into the form of `intent` if that form was refused. */
export const typedIn = (refused: Refused | undefined, intent: string) => (refused?.intent === intent ? refused : undefined)

/** The heading of a part of a booking's page. */
export const Heading = ({ id, children }: { id: string; children: ReactNode }) => (
  <h2 id={id} tabIndex={-1} className="border-b-2 border-ink pb-2 text-xl">
    {children}
  </h2>
)
