import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Options, Select } from '#app/ui/field.tsx'
import { withUnit } from '#app/ui/staff-plot.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { type Chosen, deviceWords, kindWords, vitalWords } from '../monitoring-view.ts'
import type { BackupView } from '../read-backups.server.ts'
import type { ErrorRow } from '../read-errors.server.ts'
import type { AnswerTimes, PageSpeed } from '../read-speed.server.ts'
import { type Device, devices, errorKinds, goodUpTo, type Vital, vitals } from '../vitals-and-errors.ts'
import { WideTable } from './wide-table.tsx'

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

/** The vitals of each page and device, with those marked that aren't good. Scrolls sideways on phones. */
export function PageSpeeds({ rows }: { rows: readonly PageSpeed[] }) {
  return (
    <WideTable
      caption="Vitals by page and device, 75th percentile"
      head={['Page', 'Screens', 'Visits', ...vitals.map((vital) => vitalWords[vital].short)]}
      rows={rows.map(({ page, device, visits, p75 }) => ({
        id: `${page} ${device}`,
        cells: [
          page,
          deviceWords[device as Device] ?? device,
          visits.toLocaleString('en-GB'),
          ...vitals.map((vital) => <Figure key={vital} vital={vital} value={p75[vital]} />),
        ],
      }))}
    />
  )
}

function Figure({ vital, value }: { vital: Vital; value: number | null }) {
  const text = withUnit(value, vitalWords[vital].unit)
  if (value === null || value <= goodUpTo[vital]) return text
  return (
    <>
      <b>{text}</b> slow
    </>
  )
}

const head = ['Request', 'Count', 'Failed', 'p50', 'p95', 'p99']

/** Times by request; scrolls sideways on phones. */
export function TimeTable({ caption, rows }: { caption: string; rows: readonly AnswerTimes[] }) {
  return (
    <WideTable
      caption={caption}
      head={head}
      rows={rows.map(({ page, answers, failures, p50, p95, p99 }) => ({
        id: page,
        cells: [
          page,
          answers.toLocaleString('en-GB'),
          failures.toLocaleString('en-GB'),
          ...[p50, p95, p99].map((value) => withUnit(value, 'ms')),
        ],
      }))}
    />
  )
}

/** Filters the page; a form that works without JavaScript. */
export function MonitoringFilter({ chosen: { page, device, kind, by }, pages }: { chosen: Chosen; pages: readonly string[] }) {
  return (
    <form
      method="get"
      action={'/staff/monitoring' satisfies SitePath}
      className="grid items-end gap-x-4 md:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_1fr_auto]"
    >
      <Select name="kind" label="Errors" defaultValue={kind ?? ''} key={`kind-${kind}`}>
        <option value="">All</option>
        <Options of={errorKinds.map((each) => [each, kindWords[each]])} />
      </Select>
      <Select name="page" label="Page" defaultValue={page ?? ''} key={`page-${page}`}>
        <option value="">All</option>
        {pages.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Select>
      <Select name="device" label="Visitors using" defaultValue={device ?? ''} key={`device-${device}`}>
        <option value="">All screens</option>
        <Options of={devices.map((each) => [each, deviceWords[each]])} />
      </Select>
      <Select name="by" label="Responses" defaultValue={by} key={`by-${by}`}>
        <option value="hour">By hour</option>
        <option value="day">By day</option>
      </Select>
      <Button look="outline" className="mt-5">
        Show
      </Button>
    </form>
  )
}

/** How old the last good backup is, in each place. `secretKeyId`: of the key that is needed to restore one. */
export function BackupReport({ places, secretKeyId }: { places: readonly BackupView[]; secretKeyId: string }) {
  return (
    <section id="backups" className="mt-16">
      <h2 className="text-xl">Backups</h2>
      {places.length === 0 ? (
        <p className="mt-3">No backups are being made. Set BACKUP_DIR or BACKUP_URL, or check that your database host makes them.</p>
      ) : (
        <>
          <ul className="mt-3 grid gap-4">
            {places.map(({ name, isLate, text, problem }) => (
              <li
                key={name}
                className={`rounded-key border-2 p-4 ${isLate ? 'border-alarm bg-alarm-wash text-alarm-text' : 'border-ink bg-chalk'}`}
              >
                <p>
                  {isLate && <strong>Late. </strong>}
                  {text}
                </p>
                <p className="mt-1 break-all text-sm">{name}</p>
                {problem && <p className="mt-1 break-words text-sm">The last attempt failed: {problem}</p>}
              </li>
            ))}
          </ul>
          <p className="mt-3 max-w-[40em] text-sm text-muted">
            Backups are made at 3am, then opened and checked. To restore one, you’ll need the secret key {secretKeyId}, so keep a copy of it
            somewhere other than this server.
          </p>
        </>
      )}
    </section>
  )
}
