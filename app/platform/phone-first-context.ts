import { createContext, createElement, type ReactNode, useContext } from 'react'

/** Shown while test bookings fail. */
export const bookingTrouble = 'Online booking is having trouble.'

const PhoneFirstContext = createContext('')

/** Provides the reason why people are asked to call instead of booking online: `says`, in whole sentences; '' if they aren't. */
export function PhoneFirstProvider({ says, children }: { says: string; children?: ReactNode }) {
  return createElement(PhoneFirstContext.Provider, { value: says }, children)
}

/** Marks the document for scripts outside the provider: the sentences, empty for `bookingTrouble`. */
export const phoneFirstMark = (says: string) => (says ? { 'data-phone-first': says === bookingTrouble ? '' : says } : {})

/** Why visitors are asked to call; '' while they aren't. */
export function usePhoneFirst(): string {
  const says = useContext(PhoneFirstContext)
  if (typeof document === 'undefined') return says
  const { phoneFirst } = document.documentElement.dataset
  return phoneFirst === undefined ? '' : phoneFirst || bookingTrouble
}
