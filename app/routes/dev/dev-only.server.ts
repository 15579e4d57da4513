import type { RouterContextProvider } from 'react-router'
import { hasDevCookie } from '#app/platform/dev-tools.ts'
import { notFound } from '#app/platform/refused-page.ts'
import { type Visit, visitContext } from '#app/platform/services.ts'

/** The visit, where developer tools are on and the request comes from this machine itself; else a 404 like any other. */
export function onThisMachine(context: Readonly<RouterContextProvider>): Visit {
  const visit = context.get(visitContext)
  if (!visit.isOnThisMachine) throw notFound()
  return visit
}

/** The same, of a browser that came by the link which the server prints at its start. */
export function devOnly(context: Readonly<RouterContextProvider>): Visit {
  const visit = onThisMachine(context)
  if (!hasDevCookie(visit.services, visit.cookies)) throw notFound()
  return visit
}
