/** A link to a page behind an overview, with its state. */
export function PartLink({ href, label, says }: { href: string; label: string; says: string }) {
  return (
    <li className="border-b border-line py-2">
      <a href={href} className="flex min-h-11 items-center text-lg font-bold">
        {label}
      </a>
      <p className="pb-1 text-muted [overflow-wrap:anywhere]">{says}</p>
    </li>
  )
}
