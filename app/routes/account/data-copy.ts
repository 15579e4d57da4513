import { redirect } from 'react-router'
import { requireProvedViewer } from '#app/features/accounts/guards.server.ts'
import { AuthRefusal } from '#app/features/accounts/refusals.ts'
import { copyFile } from '#app/features/running/copy-file.server.ts'
import { copyName } from '#app/features/running/copy-texts.ts'
import { exportData } from '#app/features/running/export-data.server.ts'
import { tooManyText } from '#app/platform/errors.ts'
import { privateFile } from '#app/platform/public-page.ts'
import { refusedPage } from '#app/platform/refused-page.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/data-copy'

/** The copy is made for someone who uses the button, not for someone who follows a link. */
export const loader = () => redirect('/account/data' satisfies SitePath, 303)

/** The copy of someone's data, as a file (docs/api.md). */
export async function action({ request, context }: Route.ActionArgs) {
  // Users who must prove their identity return to the page with the button.
  const back = new Request(new URL('/account/data' satisfies SitePath, request.url))
  const { visit, services, viewer } = await requireProvedViewer(context, back)
  try {
    const copy = await exportData(services, visit, viewer)
    return privateFile(copyFile(services, copy), 'application/json; charset=utf-8', copyName(services.clock.now()))
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    throw refusedPage(error, tooManyText)
  }
}
