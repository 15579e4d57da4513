import { type Continued, continueDraft } from '#app/features/intake/continue-draft.server.ts'
import type { Services, Visit } from '#app/platform/services.ts'

/** A request of the form without JavaScript. */
export const visitTo = (services: Services): Visit => ({
  ...{ services, cookies: null, clientKey: 'client', userAgent: '', nonce: '', sameOrigin: true, isOnThisMachine: false },
  ...{ headers: {}, scheme: 'http' },
})

/** One post of the form, with a page's answers and buttons. */
export function post(visit: Visit, fields: Record<string, string | File>, cookieDraftId?: string): Promise<Continued> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return continueDraft(visit, { form, cookieDraftId })
}
