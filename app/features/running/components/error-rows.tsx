import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { kindWords } from '../monitoring-view.ts'
import type { ErrorRow } from '../read-errors.server.ts'

/** Kinds of error, a row each, with a button for open ones. */
export function ErrorRows({ rows }: { rows: readonly ErrorRow[] }) {
  return (
    <ul className="mt-3 border-t-2 border-ink">
      {rows.map(({ fingerprint, kind, message, page, frame, count, firstSeen, lastSeen, release, resolved, samples }) => (
        <li key={fingerprint} className="grid gap-x-6 gap-y-2 border-b border-line py-3 md:grid-cols-[1fr_auto]">
          <div className="min-w-0">
            <p className="text-sm text-muted">{page ? `${kindWords[kind]}, ${page}` : kindWords[kind]}</p>
            <p className={`font-bold [overflow-wrap:anywhere] ${resolved ? 'text-muted' : ''}`}>{message}</p>
            <p className="text-sm text-muted">
              {count === 1 ? `Once, ${lastSeen}` : `${count.toLocaleString('en-GB')} times, from ${firstSeen} to ${lastSeen}`}
            </p>
            <details>
              <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold underline">
                Where<span className="sr-only">: {message}</span>
              </summary>
              <dl className="grid gap-x-4 text-sm [overflow-wrap:anywhere] md:grid-cols-[auto_1fr]">
                <dt className="font-bold">Thrown by</dt>
                <dd>{frame || 'not known'}</dd>
                <dt className="font-bold">Build</dt>
                <dd>{release || 'not known'}</dd>
                {samples.map(({ at, text }, position) => (
                  <Sample key={`${at} ${text} ${String(position)}`} at={at} text={text} />
                ))}
              </dl>
            </details>
          </div>
          <div className="md:text-right">
            {resolved ? (
              <p className="inline-block rounded-key border-2 border-ok bg-ok-wash px-2 py-0.5 text-sm font-bold">Resolved {resolved}</p>
            ) : (
              <Form method="post">
                <input type="hidden" name="fingerprint" value={fingerprint} />
                <Button look="outline" className="key-small" aria-label={`Resolved: ${message}`}>
                  Resolved
                </Button>
              </Form>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Sample({ at, text }: { at: string; text: string }) {
  return (
    <>
      <dt className="font-bold">{at}</dt>
      <dd>{text || 'no more details'}</dd>
    </>
  )
}
