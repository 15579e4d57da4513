import { createContext, createElement, type ReactNode, useContext } from 'react'

/** Who looks at the page, as far as pages show it. */
export interface Viewer {
  name: string
  email: string
  role: 'customer' | 'staff' | 'owner'
  /** Of staff: they are to be asked to add a passkey. */
  offersPasskey?: boolean
}

const AuthContext = createContext<{ viewer: Viewer | null } | undefined>(undefined)

/** Tells everything inside who is signed in; null: no one. */
export function AuthProvider({ viewer, children }: { viewer: Viewer | null; children?: ReactNode }) {
  return createElement(AuthContext.Provider, { value: { viewer } }, children)
}

/** Who is signed in. Throws outside of its provider. */
export function useAuth(): { viewer: Viewer | null } {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
