import { redirect } from 'react-router'
import { requireProvedOwner } from '#app/features/accounts/guards.server.ts'
import { copyFile } from '#app/features/running/copy-file.server.ts'
import { copyName } from '#app/features/running/copy-texts.ts'
import { contactOf, exportPerson, readContactOfCustomer } from '#app/features/running/person-data.server.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import { privateFile } from '#app/platform/public-page.ts'
import { readForm } from '#app/platform/read-form.ts'
import { refusedPage } from '#app/platform/refused-page.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/person-copy'

const page = '/staff/data/person' satisfies SitePath

/** The copy is made for an owner who uses the button, not for one who follows a link. */
export const loader = () => redirect(page, 303)

/** Everything about someone who asked for it, as a file. */
export async function action({ request, context }: Route.ActionArgs) {
  // Owners who must prove their identity return to the page with the button.
  const { services, userId } = await requireProvedOwner(context, new Request(new URL(page, request.url)))
  const form = await readForm(request)
  try {
    const text = (name: string) => String(form.get(name) ?? '').slice(0, 300)
    const contact = text('customer')
      ? await readContactOfCustomer(services, text('customer'))
      : contactOf({ email: text('email'), phone: text('phone') })
    const only = [...form.keys()].filter((name) => name.startsWith('take-')).map((name) => name.slice('take-'.length))
    const copy = await exportPerson(services, { ownerId: userId, contact, isChecked: form.get('checked') === 'yes', only })
    return privateFile(copyFile(services, copy), 'application/json; charset=utf-8', copyName(services.clock.now()))
  } catch (error) {
    if (!(error instanceof CodedRefusal)) throw error
    throw refusedPage(error, 'Go back, tick that you’ve checked who’s asking, and try again.')
  }
}
