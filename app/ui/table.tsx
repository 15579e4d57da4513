import type { ReactNode } from 'react'

interface TableProps {
  caption: string
  head: string[]
  /** The first cell is the row's head. */
  rows: { id: string; cells: ReactNode[] }[]
  /** Left for words and dates, right for figures: for all columns after the first, or for each. */
  align?: Side | readonly Side[]
  /** Columns of fixed widths: rows that arrive late move nothing. */
  isEven?: boolean
}

type Side = 'left' | 'right'

/** A ruled table. */
export function Table({ caption, head, rows, align = 'right', isEven }: TableProps) {
  const sideOf = (column: number) =>
    (typeof align === 'string' ? align : align[column]) === 'left' ? 'pl-2 lg:pl-4' : 'pl-2 text-right lg:pl-4'
  if (rows.length === 0) return <p className="py-3">Nothing in this list.</p>
  return (
    <table className={`w-full text-left ${isEven ? 'table-fixed' : ''}`}>
      <caption className="sr-only">{caption}</caption>
      <thead className="border-b-2 border-ink text-xs lg:text-sm">
        <tr>
          {head.map((text, column) => (
            <th key={text} scope="col" className={`py-2.5 ${column ? sideOf(column - 1) : isEven ? 'w-1/3 lg:w-2/5' : ''}`}>
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
              <td key={head[column + 1]} data-head={head[column + 1]} className={`py-2.5 ${sideOf(column)}`}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
