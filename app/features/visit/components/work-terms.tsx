import type { ReactNode } from 'react'
import { lastCancellationDay } from '#app/features/capacity/cancellation-right.ts'
import { dayWithYear } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { mostLabel, mostWorkText, noCancellingText, otherWorkTexts } from '#content/extra-work.ts'
import { exactPoundsText, poundsText } from '#content/money.ts'
import type { WorkView } from '../read-extra-work.server.ts'

interface WorkTermsProps {
  work: WorkView
  now: string
  /** Beside the sum. */
  children?: ReactNode
}

/** The terms of extra work: the work, the most it can cost line by line, and the customer's legal right to cancel it. `now`: an instant. */
export function WorkTerms({ work, now, children }: WorkTermsProps) {
  const { name, description, lines, amountPence } = work
  const none = noCancellingText(work)
  return (
    <>
      <p className="mt-2 text-lg font-bold [overflow-wrap:anywhere]">{name}</p>
      {description && <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{description}</p>}
      <dl className="mt-3 max-w-[30em] border-t border-line">
        {lines.map((line, at) => (
          <div key={at} className="flex justify-between gap-4 border-b border-line py-1.5">
            <dt className="[overflow-wrap:anywhere]">{line.label}</dt>
            <dd className="whitespace-nowrap">{exactPoundsText(line.amountPence)}</dd>
          </div>
        ))}
        <div className="-mt-px flex items-baseline justify-between gap-4 border-t-2 border-ink pt-2 text-xl font-bold">
          <dt>{mostLabel}</dt>
          <dd className="whitespace-nowrap">{poundsText(amountPence)}</dd>
        </div>
      </dl>
      {children}
      <p className="mt-3">{mostWorkText} We won’t add anything to your bill unless you agree.</p>
      {none ? (
        <p className="mt-2 text-sm">{none}</p>
      ) : (
        <>
          <h3 className="mt-4 text-lg">Your right to cancel</h3>
          <ul className="mt-1 list-disc pl-5 text-sm">
            {otherWorkTexts(dayWithYear(lastCancellationDay(now))).map((text) => (
              <li key={text} className="mt-1">
                {text}
              </li>
            ))}
          </ul>
          <p className="text-sm">
            <a href={'/terms#cancellation-form' satisfies SitePath} className="inline-flex min-h-11 items-center">
              The cancellation form
            </a>
            {' We’ll email it to you with what you’ve agreed to.'}
          </p>
        </>
      )}
    </>
  )
}
