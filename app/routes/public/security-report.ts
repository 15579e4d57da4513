import { readSecurityReport } from '#app/features/running/read-security-report.server.ts'
import { notKept } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/security-report'

/** The security report as a file: in outline for everyone, with details for staff. */
export async function loader({ context }: Route.LoaderArgs) {
  const report = await readSecurityReport(context.get(visitContext))
  const headers = {
    ...notKept,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': 'attachment; filename="security-report.json"',
    'X-Robots-Tag': 'noindex',
  }
  return new Response(`${JSON.stringify(report, null, 2)}\n`, { headers })
}
