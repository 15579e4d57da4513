import { counted, nextText } from '#app/platform/next-text.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { type Device, devices, type ErrorKind, errorKinds, type Vital } from './vitals-and-errors.ts'

/* Monitoring as staff see it. */

export const kindWords: Record<ErrorKind, string> = {
  react: 'Part of a page failed',
  script: 'Script error',
  promise: 'Script error in the background',
  resource: 'File not loaded',
  fetch: 'Request failed',
  csp: 'Blocked by the security policy',
  server: 'Server',
}

export const vitalWords: Record<Vital, { title: string; short: string; unit: string }> = {
  LCP: { title: 'Largest paint: when the main content appears', short: 'Largest paint', unit: 'ms' },
  INP: { title: 'Slowest response to a tap or key', short: 'Response to a tap', unit: 'ms' },
  CLS: { title: 'Layout shift: how much things jump', short: 'Layout shift', unit: '' },
  TTFB: { title: 'First byte: when the response starts to arrive', short: 'First byte', unit: 'ms' },
  FID: { title: 'First tap: how long until the page responds', short: 'First tap', unit: 'ms' },
}

export const deviceWords: Record<Device, string> = { phone: 'Phones', desktop: 'Larger screens' }

/** The filters that staff have chosen. */
export interface Chosen {
  page?: string
  device?: Device
  kind?: ErrorKind
  /** Responses by the hour, for two days, or by the day, for four weeks. */
  by: 'hour' | 'day'
}

/** The choice in an address; invalid parts are ignored. */
export function chosenIn(query: URLSearchParams): Chosen {
  const page = query.get('page')
  return {
    page: page && /^[/(][\w/:().-]{0,100}$/.test(page) ? page : undefined,
    device: devices.find((each) => each === query.get('device')),
    kind: errorKinds.find((each) => each === query.get('kind')),
    by: query.get('by') === 'day' ? 'day' : 'hour',
  }
}

/** The address of a choice. */
export function addressOf({ page, device, kind, by }: Chosen, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    ...(page && { page }),
    ...(device && { device }),
    ...(kind && { kind }),
    ...(by === 'day' && { by }),
    ...more,
  })
  return query.size > 0 ? (`/staff/monitoring?${query}` satisfies SitePath) : ('/staff/monitoring' satisfies SitePath)
}

/** The next things to do about the running site, in a sentence. */
export function nextWithMonitoring(open: readonly { count: number }[], backups: readonly { isLate: boolean }[]): string {
  const errors = open.reduce((sum, { count }) => sum + count, 0)
  return nextText(
    [
      errors > 0 && `look at ${counted(errors, 'open error')} below, and mark each as resolved once it’s fixed`,
      backups.some(({ isLate }) => isLate) && 'see why a backup is late',
      backups.length === 0 && 'set up backups',
    ],
    'Nothing to do: no errors are open, and the last backup is good.',
  )
}
