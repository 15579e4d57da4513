import { createContext, createElement, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { areaServed } from '#content/area-served.ts'
import type { BoroughName } from '#content/borough-names.ts'
import { type BusinessDetails, businessDetails } from '#content/business.ts'
import { type FiledEvidence, type OwnerOverrides, overridesForPages } from '#content/owner-overrides.ts'
import { type PriceList, priceList } from '#content/price-list.ts'

/** The element with data for the page's scripts; absent if the owner has changed nothing. */
export const overridesElementId = 'changed'

const PublishedContext = createContext<{ overrides: OwnerOverrides; learn(overrides: OwnerOverrides): unknown }>({
  overrides: {},
  learn: () => undefined,
})

/** Provides the owner's changes to everything inside; without it, the defaults apply. */
export function PublishedProvider({ overrides: first, children }: { overrides: OwnerOverrides; children?: ReactNode }) {
  const [overrides, setOverrides] = useState(first)
  const learn = useCallback((next: OwnerOverrides) => isUsable(next) && setOverrides(next), [])
  const value = useMemo(() => ({ overrides, learn }), [overrides, learn])
  return createElement(PublishedContext.Provider, { value }, children)
}

/** Returns true if everything can be computed from a response: the data of another build or of a proxy would break the page. */
function isUsable(overrides: OwnerOverrides): boolean {
  try {
    return [businessDetails, priceList, areaServed].every((read) => read(overrides))
  } catch {
    return false
  }
}

/** Returns the emergency line, for use after an error: the constant one if the owner's can't be read. */
export function useEmergencyPhone(): BusinessDetails['emergencyPhone'] {
  const { overrides } = useContext(PublishedContext)
  return businessDetails(isUsable(overrides) ? overrides : {}).emergencyPhone
}

/** The present contact details. */
export function useDetails(): BusinessDetails {
  const { overrides } = useContext(PublishedContext)
  return useMemo(() => businessDetails(overrides), [overrides])
}

/** The present prices and offers. */
export function usePrices(): PriceList {
  const { overrides } = useContext(PublishedContext)
  return useMemo(() => priceList(overrides), [overrides])
}

/** The boroughs that we cover now. */
export function useBoroughs(): readonly BoroughName[] {
  const { overrides } = useContext(PublishedContext)
  return useMemo(() => areaServed(overrides), [overrides])
}

/** Returns the owner's evidence for a claim. Only on the server: it isn't sent to browsers. */
export function useEvidence(claimId: string): FiledEvidence | undefined {
  return useContext(PublishedContext).overrides.evidence?.[claimId]
}

/** Takes over newer values from the server, for everything inside the provider. */
export const useLearnOverrides = () => useContext(PublishedContext).learn

/** Returns the overrides for this page's scripts, as JSON that can't end a script element; undefined if the owner has changed nothing. */
export function useOverridesJson(): string | undefined {
  const values = overridesForPages(useContext(PublishedContext).overrides)
  return values && JSON.stringify(values).replaceAll('<', '\\u003c')
}

/** Reads the overrides from the page, in the browser. */
export function overridesInPage(): OwnerOverrides {
  try {
    return JSON.parse(document.getElementById(overridesElementId)?.textContent || '{}')
  } catch {
    return {}
  }
}
