import type { ReactNode } from 'react'

interface TableProps {
  caption: string
  head: string[]
  /** The first cell is the row's head. */
  rows: { id: string; cells: ReactNode[] }[]
  /** Words and dates; figures stand on the right. */
  align?: 'left' | 'right'
}

/** A ruled table. */
export function Table({ caption, head, rows, align = 'right' }: TableProps) {
  const side = align === 'right' ? 'pl-4 text-right' : 'pl-4'
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className="border-b-2 border-ink text-sm">
        <tr>
          {head.map((text, column) => (
            <th key={text} scope="col" className={`py-2.5 ${column ? side : ''}`}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells: [first, ...others] }) => (
          <tr key={id} className="border-b border-line">
            <th scope="row" className="py-2.5">
              {first}
            </th>
            {others.map((cell, column) => (
              <td key={head[column + 1]} className={`py-2.5 ${side}`}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
