import type { SitePath } from '#app/values/site-path.ts'

/** Shown to staff until a first shift is planned: until then online sales go by the clock alone. */
export function NoShiftsLine() {
  return (
    <p className="mt-3 border-l-4 border-ink py-1 pl-4">
      No shifts are planned, so the website offers every slot. Once you plan shifts, it’ll only offer slots your engineers can cover.{' '}
      <a href={'/staff/engineers/plan' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
        Plan shifts
      </a>
    </p>
  )
}

/** Warns that on-call hours are uncovered because the engineer on call is away. `times`: 'Fri 20 Nov, 10pm to 8am'. */
export function NoOneOnCall({ times }: { times: readonly string[] }) {
  return (
    <p role="alert" className="mt-3 border-l-5 border-alarm bg-alarm-wash px-3 py-1 font-bold">
      {`No one is on call ${times.join(' and ')}. `}
      <a href={'/staff/engineers/plan' satisfies SitePath} className="inline-flex min-h-11 items-center">
        Plan someone else
      </a>
    </p>
  )
}
