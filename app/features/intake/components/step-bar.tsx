import { type Step, steps } from '#app/features/booking/answers.ts'

/** The visitor's position in the four steps: the route line, in ink. */
export function StepBar({ current }: { current: Step }) {
  return (
    <ol className="grid grid-cols-4 border-b border-line px-2 pt-2.5 pb-1.5 text-center text-xs leading-tight text-muted">
      {steps.map((name, at) => {
        const done = at + 1 < current
        const here = at + 1 === current
        const station = done ? 'border-10 border-ink' : `border-4 bg-chalk ${here ? 'border-ink' : 'border-idle'}`
        return (
          <li key={name} aria-current={here ? 'step' : undefined} className={`relative px-1 pt-7 ${here ? 'font-bold text-ink' : ''}`}>
            {at > 0 && <i className={`absolute top-2 right-1/2 w-full border-t-4 ${done || here ? 'border-ink' : 'border-idle'}`} />}
            <span aria-hidden="true" className={`absolute top-0 left-1/2 z-1 -ml-2.5 size-5 rounded-full ${station}`} />
            {name}
            {done && <span className="sr-only"> (done)</span>}
          </li>
        )
      })}
    </ol>
  )
}
