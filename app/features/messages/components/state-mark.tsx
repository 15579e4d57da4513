import type { ReactNode } from 'react'
import type { Look } from '../delivery-view.ts'

const looks: Record<Look, string> = {
  dead: 'border-solid border-alarm bg-alarm-wash',
  waiting: 'border-dashed border-ink bg-chalk',
  done: 'border-solid border-ok bg-ok-wash',
  unsent: 'border-dashed border-idle bg-chalk',
}

/** The state of a delivery, in words, fill and edge. */
export const StateMark = ({ state, children }: { state: Look; children: ReactNode }) => (
  <span className={`inline-block rounded-key border-2 px-2 py-0.5 text-sm font-bold ${looks[state]}`}>{children}</span>
)
