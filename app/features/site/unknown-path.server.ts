import { data } from 'react-router'
import { loggablePath } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'

/** Throw this for the specification's 404 page (root.tsx). The path is logged. */
export function unknownPath({ log }: Pick<Services, 'log'>, request: Request) {
  log.warn({ path: loggablePath(new URL(request.url).pathname) }, 'unknown path')
  return data(null, { status: 404 })
}
