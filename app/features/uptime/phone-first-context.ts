import { createContext, createElement, type ReactNode, useContext } from 'react'

const PhoneFirstContext = createContext(false)

/** Tells the pages inside whether they ask people to ring first, since bookings cannot be relied on. */
export function PhoneFirstProvider({ isOn, children }: { isOn: boolean; children?: ReactNode }) {
  return createElement(PhoneFirstContext.Provider, { value: isOn }, children)
}

/** What marks the document, for what starts in the browser without the provider around it. */
export const phoneFirstMark = (isOn: boolean) => (isOn ? { 'data-phone-first': '' } : {})

export function usePhoneFirst(): boolean {
  const isOn = useContext(PhoneFirstContext)
  return typeof document === 'undefined' ? isOn : document.documentElement.dataset.phoneFirst !== undefined
}
