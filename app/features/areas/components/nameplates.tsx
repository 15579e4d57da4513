import { Nameplate } from '#app/ui/nameplate.tsx'
import type { PlaceLink } from '../pages.server.ts'

/** Street nameplates as links, in columns: one that arrives in two pieces on a slow line moves none beside it. */
export function Nameplates({ places }: { places: readonly PlaceLink[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17.5rem),1fr))] gap-3">
      {places.map(({ name, postcode, href }) => (
        <li key={href}>
          <Nameplate name={name} code={postcode} href={href} />
        </li>
      ))}
    </ul>
  )
}
