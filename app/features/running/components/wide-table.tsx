import type { ComponentProps } from 'react'
import { Table } from '#app/ui/table.tsx'

/** A table that scrolls sideways if it is wider than the screen, also by keyboard. */
export function WideTable(props: ComponentProps<typeof Table>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section aria-label={props.caption} tabIndex={0} className="mt-3 overflow-x-auto whitespace-nowrap">
      <Table {...props} />
    </section>
  )
}
