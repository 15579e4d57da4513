import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { refusedIn } from '#app/platform/refused-page.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { EngineerPage } from './engineer-page.tsx'
import { OtherAccount } from './no-entry.tsx'
import { noPageHere } from './not-found.tsx'

/** Shown in place of an engineer's page if the job doesn't exist, isn't for this account, or something failed. */
export function EngineerError() {
  const error = useRouteError()
  const { pathname } = useLocation()
  const { title, text, isFailure, isOthers, isMissing } = wordsOf(error, /^\/engineer\/jobs\/[\w-]+/.test(pathname))
  return (
    <EngineerPage isMissing={isMissing}>
      <title>{`${title} | Emergency Plumbers London`}</title>
      <h1 className="mt-6 text-2xl">{title}</h1>
      <p className="mt-3">{text}</p>
      <div className="mt-6 grid gap-3">
        {isFailure && (
          <ButtonLink href={pathname} className="min-h-[64px] text-lg">
            Try again
          </ButtonLink>
        )}
        {isOthers ? (
          <OtherAccount next={pathname}>Sign in as someone else</OtherAccount>
        ) : (
          <ButtonLink look="outline" href={'/engineer' satisfies SitePath} className="min-h-[64px] text-lg">
            All your jobs
          </ButtonLink>
        )}
      </div>
    </EngineerPage>
  )
}

interface EngineerErrorWords {
  title: string
  text: string
  isFailure?: boolean
  isOthers?: boolean
  isMissing?: boolean
}

function wordsOf(error: unknown, isOfJob: boolean): EngineerErrorWords {
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: undefined }
  const refused = refusedIn({ status, data })?.refused
  if (status === 404 && !isOfJob) return { ...noPageHere, isMissing: true }
  if (status === 404)
    return {
      title: 'This job isn’t on your list',
      text: 'It may have been cancelled, moved to another day or given to a colleague. If you were on your way to it, call the office.',
      isMissing: true,
    }
  if (status === 403)
    return {
      title: 'Not available in this account',
      text: 'This page is for our engineers. If you’re one of them, sign in with your engineer account, or ask the office to invite you again.',
      isOthers: true,
    }
  if (status < 500) return { title: 'That didn’t work', text: refused ?? 'Go back to the job and try again.' }
  return {
    title: 'Something went wrong',
    text: 'It’s our fault, not yours. What you’ve saved on this phone is still there. Try again, or call the office.',
    isFailure: true,
  }
}
