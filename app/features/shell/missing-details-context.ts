import { createContext, createElement, type ReactNode, useContext } from 'react'
import type { MissingDetail } from '#content/missing-details.ts'

/** Legally required details that the owner has not filled in. */
export interface MissingDetails {
  /** The site is on a public address, not on this machine. */
  isPublic: boolean
  details: readonly MissingDetail[]
}

const MissingContext = createContext<MissingDetails | undefined>(undefined)

/** Tells staff pages what is missing; undefined: nothing, or the user isn't told. */
export function MissingDetailsProvider({ missing, children }: { missing?: MissingDetails; children?: ReactNode }) {
  return createElement(MissingContext.Provider, { value: missing }, children)
}

export const useMissingDetails = (): MissingDetails | undefined => useContext(MissingContext)
