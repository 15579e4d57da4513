import { createContext, createElement, type ReactNode, useContext, useMemo, useState } from 'react'
import { areaServed } from '#content/area-served.ts'
import type { BoroughName } from '#content/borough-names.ts'
import { type BusinessDetails, businessDetails } from '#content/business.ts'
import { type FiledEvidence, type OwnerOverrides, overridesForPages } from '#content/owner-overrides.ts'
import { type PriceList, priceList } from '#content/price-list.ts'

/** The element with data for the page's scripts; absent if the owner has changed nothing. */
export const overridesElementId = 'changed'

const PublishedContext = createContext<{ overrides: OwnerOverrides; learn(overrides: OwnerOverrides): void }>({
  overrides: {},
  learn: () => undefined,
})

/** Provides the owner's changes to everything inside; without it, the defaults apply. */
export function PublishedProvider({ overrides: first, children }: { overrides: OwnerOverrides; children?: ReactNode }) {
  const [overrides, learn] = useState(first)
  const value = useMemo(() => ({ overrides, learn }), [overrides])
  return createElement(PublishedContext.Provider, { value }, children)
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

/** What the owner has filed for a claim. Only while the server renders: pages' scripts don't get evidence. */
export function useEvidence(claimId: string): FiledEvidence | undefined {
  return useContext(PublishedContext).overrides.evidence?.[claimId]
}

/** Takes over what the server says holds now, for everything inside the provider. */
export const useLearnOverrides = () => useContext(PublishedContext).learn

/** What this page's scripts are to know, for the page itself: JSON that ends no script element; undefined where nothing was changed. */
export function useOverridesJson(): string | undefined {
  const values = overridesForPages(useContext(PublishedContext).overrides)
  return values && JSON.stringify(values).replaceAll('<', '\\u003c')
}

/** What the page says of it, in the browser. */
export function overridesInPage(): OwnerOverrides {
  try {
    return JSON.parse(document.getElementById(overridesElementId)?.textContent || '{}')
  } catch {
    return {}
  }
}
