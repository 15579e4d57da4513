import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'

/** A job that a change of the rota would leave without its engineer. */
export interface JobToGiveAway {
  id: string
  reference: string
  service: string
  /** 'Sat 21 Nov, 10:00 to 12:00'. */
  when: string
  /** The engineer's. */
  name: string
}

/** An unassigned booking that no one could keep after a change of the rota. */
export type UnkeptWindow = Omit<JobToGiveAway, 'service' | 'name'>

/** Hours when no one would be on call after a change of the rota. */
export interface HoleInWords {
  id: string
  isDesk: boolean
  when: string
}

interface JobsToGiveAwayProps {
  jobs: readonly JobToGiveAway[]
  unkept?: readonly UnkeptWindow[]
  holes?: readonly HoleInWords[]
  /** The form that was refused because of these jobs. */
  intent: string
  typed: Readonly<Record<string, string>>
  /** The change, in words: 'Remove the shift'. */
  change: string
  /** The jobs go to the engineer who works then. Otherwise they are unassigned. */
  isHandedOver?: boolean
}

/**
 * Asks what happens to jobs before a change of the rota: the same form again, with the jobs it was shown for. It takes the focus, and with
 * it comes into view: the form that was sent may be far below.
 */
export function JobsToGiveAway({ jobs, unkept = [], holes = [], intent, typed, change, isHandedOver = false }: JobsToGiveAwayProps) {
  const { jobsSeen: _before, ...fields } = typed
  const question = useRef<HTMLElement>(null)
  const asked = [...jobs, ...unkept, ...holes].map(({ id }) => id).join(' ')
  useEffect(() => question.current?.focus(), [asked])
  return (
    <section
      ref={question}
      role="alert"
      aria-labelledby="jobs-at-stake"
      tabIndex={-1}
      className="my-4 max-w-[52em] rounded-key border-4 border-alarm bg-chalk px-4 py-3.5"
    >
      <h2 id="jobs-at-stake" className="text-xl">
        {jobs.length === 0 && (unkept.length > 0 ? 'Bookings at that time need an engineer' : 'No one else is on call at that time')}
        {jobs.length === 1 && 'There’s a job at that time'}
        {jobs.length > 1 && `There are ${jobs.length} jobs at that time`}
      </h2>
      {jobs.length > 0 && (
        <>
          <ul className="mt-2 border-t border-line">
            {jobs.map(({ service, name, when, ...job }) => (
              <Row key={job.id} {...job} text={`${service}, ${when}, ${name}`} />
            ))}
          </ul>
          <p className="mt-3">
            {isHandedOver
              ? 'The times won’t change. Each job will go to someone who’s working then.'
              : `${jobs.length === 1 ? 'It’ll' : 'They’ll'} go back on the board without an engineer. You can also open ${jobs.length === 1 ? 'it and' : 'each one and'} assign it to someone else first.`}
          </p>
        </>
      )}
      {unkept.length > 0 && (
        <>
          <p className="mt-3">After this, no one will be free for {unkept.length === 1 ? 'this booking' : 'these bookings'}:</p>
          <ul className="mt-2 border-t border-line">
            {unkept.map(({ when, ...booking }) => (
              <Row key={booking.id} {...booking} text={when} />
            ))}
          </ul>
        </>
      )}
      {holes.length > 0 && (
        <>
          <p className="mt-3">After this, no one will be on call:</p>
          <ul className="mt-2 border-t border-line">
            {holes.map(({ id, when }) => (
              <li key={id} className="flex min-h-11 items-center border-b border-line font-bold">
                {when}
              </li>
            ))}
          </ul>
          <p className="mt-3">
            Find someone to take these hours.{' '}
            {holes.some(({ isDesk }) => isDesk) ? 'The owners are warned the day before.' : 'The board shows them until you have.'}
          </p>
        </>
      )}
      <Form method="post" className="mt-3">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="jobsSeen" value={asked} />
        <Button name="intent" value={intent}>
          {change}
          {jobs.length > 0 ? ` and ${isHandedOver ? 'hand over' : 'unassign'} the ${jobs.length === 1 ? 'job' : 'jobs'}` : ' anyway'}
        </Button>
      </Form>
    </section>
  )
}

const Row = ({ id, reference, text }: { id: string; reference: string; text: string }) => (
  <li className="flex flex-wrap items-center gap-x-3 border-b border-line">
    <a href={`/staff/bookings/${id}` satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
      {reference}
    </a>
    {text}
  </li>
)
