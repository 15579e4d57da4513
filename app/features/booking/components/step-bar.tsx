import { type Step, steps } from '../rules.ts'

/** Where the visitor is in the four steps. */
export function StepBar({ current }: { current: Step }) {
  return (
    <ol className="grid grid-cols-4 px-2 pt-4 pb-3 text-center text-xs leading-tight text-muted">
      {steps.map((name, at) => {
        const done = at + 1 < current
        const here = at + 1 === current
        return (
          <li
            key={name}
            aria-current={here ? 'step' : undefined}
            className={`relative px-1 pt-7 before:absolute before:top-2 before:right-1/2 before:h-1 before:w-full first:before:hidden ${done || here ? 'before:bg-ink' : 'before:bg-idle'} ${here ? 'font-bold text-ink' : ''}`}
          >
            <span
              aria-hidden="true"
              className={`absolute top-0 left-1/2 z-1 -ml-2.5 size-5 rounded-full border-4 ${done ? 'border-ink bg-ink' : here ? 'border-ink bg-chalk' : 'border-idle bg-chalk'}`}
            />
            {name}
            {done && <span className="sr-only"> (done)</span>}
          </li>
        )
      })}
    </ol>
  )
}
