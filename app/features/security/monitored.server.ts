import type { Services } from '#app/platform/services.ts'

/*
 * What other parts of the site record and the dashboard shows. Null: it is not recorded yet, which the dashboard says, instead of a
 * figure that nobody has counted.
 */

/** Violations of the Content-Security-Policy that browsers have reported in the last 24 hours. */
export async function readViolations(_services: Services): Promise<{ count: number; latestAt: string | null } | null> {
  return null
}

/** How the endpoints that are looked at stand. */
export async function readUptime(
  _services: Services,
): Promise<{ endpoint: string; status: 'up' | 'degraded' | 'down' | 'unknown' }[] | null> {
  return null
}
