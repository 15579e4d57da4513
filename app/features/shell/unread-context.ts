import { createContext, createElement, type ReactNode, useContext } from 'react'

const UnreadContext = createContext(0)

/** Tells staff pages how many customers have unread messages. */
export function UnreadProvider({ count, children }: { count: number; children?: ReactNode }) {
  return createElement(UnreadContext.Provider, { value: count }, children)
}

export const useUnread = (): number => useContext(UnreadContext)
