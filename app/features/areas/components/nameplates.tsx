import { Nameplate } from '#app/ui/nameplate.tsx'
import type { PlaceLink } from '../pages.server.ts'

/** Street nameplates as links. */
export function Nameplates({ places }: { places: readonly PlaceLink[] }) {
  return (
    <ul className="flex flex-wrap gap-3">
      {places.map(({ name, postcode, href }) => (
        <li key={href}>
          <Nameplate name={name} code={postcode} href={href} />
        </li>
      ))}
    </ul>
  )
}
