import type { ReactNode } from 'react'

/** Rows of a name and its text: one above the other on phones, side by side from tablets on. */
export function Rows({ rows }: { rows: readonly { id: string; name: ReactNode; text: ReactNode }[] }) {
  return (
    <dl className="border-t-2 border-ink">
      {rows.map(({ id, name, text }) => (
        <div
          key={id}
          className="border-b border-line py-2 max-md:text-sm max-md:leading-snug md:grid md:grid-cols-[14em_1fr] md:gap-4 md:py-3"
        >
          <dt className="font-bold">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
