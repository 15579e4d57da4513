import type { MiddlewareFunction } from 'react-router'
import { hasDevCookie } from './dev-tools.ts'
import { notFound } from './refused-page.ts'
import { visitContext } from './services.ts'

/**
 * Server middleware of the root route: opens everything under /dev, the sandbox's payment page included, only to a browser on this machine
 * that opened the link printed at start; /dev itself, the link's target, to any request of this machine. Throws an ordinary 404 for
 * everything else, and if developer tools are off.
 */
export const devOnly: MiddlewareFunction<Response> = async ({ context, pattern }, next) => {
  if (!/^\/?dev(\/|$)/.test(pattern)) return next()
  const { services, cookies, isOnThisMachine } = context.get(visitContext)
  const mayOpen = isOnThisMachine && (/^\/?dev$/.test(pattern) || hasDevCookie(services, cookies))
  if (!mayOpen) throw notFound()
  return next()
}
