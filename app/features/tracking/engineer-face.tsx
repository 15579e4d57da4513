import type { ShownEngineer } from './track-view.server.ts'

/** An engineer's first name, for headlines. */
export const firstNameOf = ({ name }: Pick<ShownEngineer, 'name'>): string => name.trim().split(/\s+/)[0] ?? name

/** An engineer's portrait, or the first letter of their name. */
export function EngineerFace({ engineer: { name, photoPath } }: { engineer: ShownEngineer }) {
  return photoPath ? (
    <img src={photoPath} alt={name} width={64} height={80} className="h-20 w-16 shrink-0 border-2 border-ink object-cover" />
  ) : (
    <span
      aria-hidden="true"
      className="grid h-20 w-16 shrink-0 place-items-center border-2 border-ink bg-stone text-[2.5rem] leading-none font-bold"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
}
