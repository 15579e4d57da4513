import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { FirstDayStep } from '../first-day.server.ts'

/** The checklist of an owner's first day. It stays until everything on it is done or dealt with. */
export function FirstDay({ steps }: { steps: readonly FirstDayStep[] }) {
  const left = steps.filter(({ isDone }) => !isDone)
  const done = steps.filter(({ isDone }) => isDone)
  if (left.length === 0) return null
  return (
    <section aria-labelledby="first-day" className="mt-5 border-2 border-ink bg-cream px-4 pt-3 pb-4">
      <h2 id="first-day" className="text-xl">
        Your first day <span className="font-normal text-muted">{`${done.length} of ${steps.length} done`}</span>
      </h2>
      <ol className="mt-2 gap-x-8 border-t-2 border-ink lg:columns-2">
        {left.map(({ id, label, says, href, missing = [], settle }) => (
          <li key={id} className="flex break-inside-avoid flex-wrap items-start gap-x-4 border-b border-line py-1.5">
            <div className="min-w-0 flex-1 basis-64">
              <a href={href} className="inline-flex min-h-11 items-center gap-2.5 leading-tight font-bold">
                <span aria-hidden="true" className="size-5 flex-none rounded-full border-2 border-ink bg-white" />
                {label}
              </a>
              <p className="pb-1 text-sm text-muted [overflow-wrap:anywhere]">{says}</p>
              {missing.length > 0 && (
                <p className="flex flex-wrap gap-x-4 text-sm">
                  {missing.map((field) => (
                    <a key={field.label} href={field.href} className="inline-flex min-h-11 items-center">
                      {field.label}
                    </a>
                  ))}
                </p>
              )}
            </div>
            {settle && (
              <Form method="post" action={'/staff/settings' satisfies SitePath} replace preventScrollReset>
                <input type="hidden" name="intent" value="settle" />
                <Button look="outline" className="key-row" name="step" value={id}>
                  {settle}
                  <span className="sr-only">: {label}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ol>
      {done.length > 0 && (
        <p className="mt-3 text-sm">
          <b>Done:</b> {done.map(({ label }) => label).join(' · ')}
        </p>
      )}
    </section>
  )
}

/** The same in one line, for the board. */
export function FirstDayLine({ steps }: { steps: readonly FirstDayStep[] }) {
  const next = steps.find(({ isDone }) => !isDone)
  if (!next) return null
  const all: string = '/staff/settings#first-day' satisfies SitePath
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-5 border-l-5 border-ink bg-cream px-3">
      <a href={all} className="inline-flex min-h-11 items-center font-bold">
        {`Your first day: ${steps.filter(({ isDone }) => isDone).length} of ${steps.length} done`}
      </a>
      {/* A phone has room for one line before the jobs. */}
      <a href={next.href} className="inline-flex min-h-11 items-center max-md:hidden">{`Next: ${next.label}`}</a>
    </p>
  )
}
