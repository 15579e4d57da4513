import { type Step, steps } from '#app/features/booking/answers.ts'

/** The visitor's position in the four steps: the route line, in ink. */
export function StepBar({ current }: { current: Step }) {
  return (
    <ol className="grid grid-cols-4 border-b border-line px-2 pt-4 pb-3 text-center text-xs leading-tight text-muted">
      {steps.map((name, at) => {
        const done = at + 1 < current
        const here = at + 1 === current
        const line = done || here ? 'before:bg-ink' : 'before:bg-idle'
        const station = done ? 'border-ink bg-ink' : here ? 'border-ink bg-chalk' : 'border-idle bg-chalk'
        return (
          <li
            key={name}
            aria-current={here ? 'step' : undefined}
            className={`relative px-1 pt-8 before:absolute before:top-2 before:right-1/2 before:h-1 before:w-full first:before:hidden ${line} ${here ? 'font-bold text-ink' : ''}`}
          >
            <span aria-hidden="true" className={`absolute top-0 left-1/2 z-1 -ml-2.5 size-5 rounded-full border-4 ${station}`} />
            {name}
            {done && <span className="sr-only"> (done)</span>}
          </li>
        )
      })}
    </ol>
  )
}
