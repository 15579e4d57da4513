import type { MiddlewareFunction } from 'react-router'
import { hasDevCookie } from './dev-tools.ts'
import { notFound } from './refused-page.ts'
import { visitContext } from './services.ts'

/**
 * Server middleware of the root route: opens everything under /dev, the sandbox's payment page included, only to a browser on this
 * machine that came by the link which the server prints at its start; /dev itself, which that link leads to, to any request of this
 * machine. Throws a 404 like any other for the rest, and where developer tools are off.
 */
export const devOnly: MiddlewareFunction<Response> = async ({ context, pattern }, next) => {
  if (!/^\/?dev(\/|$)/.test(pattern)) return next()
  const { services, cookies, isOnThisMachine } = context.get(visitContext)
  const mayOpen = isOnThisMachine && (/^\/?dev$/.test(pattern) || hasDevCookie(services, cookies))
  if (!mayOpen) throw notFound()
  return next()
}
