import { createContext, createElement, type ReactNode, useContext } from 'react'
import type { MissingDetail } from '#content/missing-details.ts'

/** What the law asks the site to state and the owner has not filled in. */
export interface MissingDetails {
  /** The site is on a public address, not on this machine. */
  isPublic: boolean
  details: readonly MissingDetail[]
}

const MissingContext = createContext<MissingDetails | undefined>(undefined)

/** Tells the pages of staff inside what is missing; undefined: nothing, or no one who is to know. */
export function MissingDetailsProvider({ missing, children }: { missing?: MissingDetails; children?: ReactNode }) {
  return createElement(MissingContext.Provider, { value: missing }, children)
}

export const useMissingDetails = (): MissingDetails | undefined => useContext(MissingContext)
