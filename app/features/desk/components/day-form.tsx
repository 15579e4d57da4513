import type { LondonDay } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'

interface DayFormProps {
  id: string
  /** The page, and the name of the day in its address. */
  action: SitePath
  name: string
  day: LondonDay
}

/** Shows a page of the desk for another day. */
export const DayForm = ({ id, action, name, day }: DayFormProps) => (
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
)
