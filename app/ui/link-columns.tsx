/** Links in columns, as targets that a thumb can hit. */
export function LinkColumns({ links }: { links: readonly { label: string; href: string }[] }) {
  return (
    <ul className="columns-2 md:columns-4 @max-[15rem]:columns-1">
      {links.map(({ label, href }) => (
        <li key={label}>
          <a href={href} className="inline-flex min-h-11 items-center">
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
