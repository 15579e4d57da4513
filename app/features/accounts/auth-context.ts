import { createContext, createElement, type ReactNode, useContext } from 'react'

/** The signed-in user, as pages show them. */
export interface Viewer {
  name: string
  email: string
  role: 'customer' | 'staff' | 'owner'
  /** For staff: offer them a passkey. */
  offersPasskey?: boolean
}

const AuthContext = createContext<{ viewer: Viewer | null } | undefined>(undefined)

/** Provides the signed-in user to everything inside; null: no one. */
export function AuthProvider({ viewer, children }: { viewer: Viewer | null; children?: ReactNode }) {
  return createElement(AuthContext.Provider, { value: { viewer } }, children)
}

/** The signed-in user. Throws outside its provider. */
export function useAuth(): { viewer: Viewer | null } {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
