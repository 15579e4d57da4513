import type { LondonDay } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'

interface DayNavProps {
  label: string
  links: readonly (readonly [href: SitePath, text: string])[]
  /** The form for another day: the id of its field, the page, the name of the day in its address, and the day shown. */
  form: { id: string; action: SitePath; name: string; day: LondonDay }
}

/** Links to other days or hours of a page of the desk, and a form for any day. */
export const DayNav = ({ label, links, form: { id, action, name, day } }: DayNavProps) => (
  <nav aria-label={label} className="flex flex-wrap items-center gap-x-5 text-sm">
    {links.map(([href, text]) => (
      <a key={text} className="inline-flex min-h-11 items-center" href={href}>
        {text}
      </a>
    ))}
    <form action={action} className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="font-bold">
        Day
      </label>
      <input
        id={id}
        name={name}
        type="date"
        defaultValue={day}
        key={day}
        className="min-h-11 rounded-key border-2 border-ink bg-white px-2"
      />
      <button type="submit" className="key key-outline key-row">
        Show
      </button>
    </form>
  </nav>
)
