import { createContext, createElement, type ReactNode, useContext } from 'react'

const UnreadContext = createContext(0)

/** Tells the pages of staff inside how many customers have written something that none of us has read. */
export function UnreadProvider({ count, children }: { count: number; children?: ReactNode }) {
  return createElement(UnreadContext.Provider, { value: count }, children)
}

export const useUnread = (): number => useContext(UnreadContext)
