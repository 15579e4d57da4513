import type { ReactNode } from 'react'

export interface Station {
  id: string
  title: ReactNode
  text?: ReactNode
  /** Without one, the station is a plain stop of a complete line. */
  state?: 'done' | 'live' | 'todo' | 'missed'
  /** A drawing on the stretch after it. */
  mark?: ReactNode
}

const words = { done: 'Done', live: 'Now', todo: 'Not yet', missed: 'Late' } as const

/**
 * Stations on one line: downwards on phones, across from tablets on unless `down`. `alarm`: for urgent stations. Sizes are in pixels, like
 * the drawing's: they don't grow with the text.
 */
export function RouteLine({ stations, alarm, down }: { stations: Station[]; alarm?: boolean; down?: boolean }) {
  const live = alarm ? 'border-alarm' : 'border-ink'
  const across = !down
  return (
    <ol className={`grid gap-3 md:gap-5 ${across ? 'md:auto-cols-fr md:grid-flow-col' : ''}`}>
      {stations.map(({ id, title, text, state, mark }, at) => {
        const isToCome = state === 'todo' || state === 'missed'
        return (
          <li
            key={id}
            aria-current={state === 'live' ? 'step' : undefined}
            className={`relative pl-[48px] ${mark ? 'pr-[80px]' : ''} ${across ? 'md:pt-11 md:pr-3 md:pl-0' : ''}`}
          >
            {at < stations.length - 1 && (
              <span
                aria-hidden="true"
                className={`absolute top-[16px] -bottom-8 left-[14px] border-l-6 ${across ? 'md:top-[12px] md:-right-8 md:bottom-auto md:left-[8px] md:border-t-6 md:border-l-0' : ''} ${isToCome ? 'border-idle' : live} ${state === 'live' || isToCome ? 'border-dashed' : ''}`}
              />
            )}
            <span
              aria-hidden="true"
              className={`absolute top-[4px] left-[6px] size-[22px] rounded-full ${state === 'done' ? 'border-11' : 'border-5'} ${across ? 'md:left-0' : ''} ${state === 'missed' ? 'border-alarm bg-alarm-wash' : `${state === 'todo' ? 'border-idle' : live} bg-chalk`}`}
            />
            {mark && (
              <span aria-hidden="true" className={`absolute top-0 right-0 ${across ? 'md:-top-2.5 md:right-1/4' : ''}`}>
                {mark}
              </span>
            )}
            <p className="text-xl leading-tight font-bold tracking-tight">
              {state && <span className="sr-only">{words[state]}: </span>}
              {title}
            </p>
            {text && <p className="mt-1 text-sm">{text}</p>}
          </li>
        )
      })}
    </ol>
  )
}
