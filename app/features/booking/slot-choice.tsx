import { type ReactNode, useState } from 'react'
import { ChoiceGroup } from '#app/ui/field.tsx'
import { addDays, longDayText } from '#app/values/day.ts'
import { asapSlot, slotText, type TimeSlot } from './answers.ts'

interface SlotChoiceProps {
  id: string
  label: string
  day: string
  today: string
  slots: TimeSlot[]
  chosen?: string
  /** The time of an ASAP visit, in words. */
  asapText: string
  /** An ASAP visit isn't possible: `asapText` has the reason. */
  isAsapClosed?: boolean
  problem?: string
  /** Nothing is preselected, for someone who has a time already. */
  unchosen?: boolean
}

/** Slots shown before 'More slots'. */
const soonestShown = 4

/** As soon as possible, or one of the day's slots: the next four, and the others on request. Past ones are shown but can't be chosen. */
export function SlotChoice({ id, label, day, today, slots, chosen, asapText, isAsapClosed, problem, unchosen }: SlotChoiceProps) {
  const free = slots.some((slot) => slot.available && slot.text === chosen)
  // As they were at first, so that no slot moves while someone is choosing.
  const [soonest] = useState(() => {
    const open = slots.filter(({ available }) => available).slice(0, soonestShown)
    return new Set((open.length > 0 ? open : slots).map(({ text }) => text))
  })
  const isSoon = ({ text }: TimeSlot) => soonest.has(text)
  const others = slots.filter((slot) => !isSoon(slot))
  const [isOpen] = useState(others.some(({ text, available }) => available && text === chosen))
  const names = { day, today, chosen: free ? chosen : undefined }
  return (
    <ChoiceGroup id={id} name="timeSlot" label={label} problem={problem}>
      <div className="mt-2 grid">
        <Slot
          value={asapSlot}
          checked={!isAsapClosed && (unchosen ? chosen === asapSlot : !free)}
          disabled={isAsapClosed}
          note={day === today || isAsapClosed ? asapText : 'The first slot of the day'}
        >
          As soon as possible
        </Slot>
      </div>
      <SlotRows {...names} slots={slots.filter(isSoon)} />
      {others.length > 0 && (
        <details id={`${id}-more`} className="mt-1" open={isOpen || undefined}>
          <summary className="min-h-11 cursor-pointer py-2.5 underline">More slots</summary>
          <SlotRows {...names} slots={others} />
        </details>
      )}
    </ChoiceGroup>
  )
}

/** Start of the first slot that people don’t call 'after midnight'. */
const morning = '04'

/** Slots under the part of the day that they are in. */
function SlotRows({ slots, day, today, chosen }: { slots: TimeSlot[]; day: string; today: string; chosen?: string }) {
  const past = slots.filter((slot) => slot.afterMidnight)
  const isMorning = past[0] !== undefined && past[0].text >= morning
  const rows = [
    ['Tonight', slots.filter((slot) => slot.tonight)],
    [day === today ? 'Today' : longDayText(day), slots.filter((slot) => !slot.tonight && !slot.afterMidnight)],
    [`${isMorning ? 'Early morning' : 'After midnight'}, ${longDayText(addDays(day, 1))}`, past],
  ] as const
  return rows.map(([name, ofRow]) => ofRow.length > 0 && <SlotRow key={name} name={name} slots={ofRow} chosen={chosen} />)
}

function SlotRow({ name, slots, chosen }: { name: string; slots: TimeSlot[]; chosen?: string }) {
  return (
    <>
      <p className="mt-3 text-sm text-muted">{name}</p>
      <div className="mt-1 grid grid-cols-2 gap-2 md:grid-cols-4">
        {slots.map((slot) => (
          <Slot
            key={slot.text}
            value={slot.text}
            checked={slot.text === chosen}
            disabled={!slot.available}
            note={slot.closed ?? (slot.available ? '' : 'gone')}
          >
            {slotText(slot.text)}
          </Slot>
        ))}
      </div>
    </>
  )
}

interface SlotProps {
  value: string
  checked: boolean
  disabled?: boolean
  note: string
  children: ReactNode
}

function Slot({ value, checked, disabled, note, children }: SlotProps) {
  const look = disabled
    ? 'border border-dashed border-idle text-muted cursor-not-allowed'
    : 'cursor-pointer border-2 border-ink bg-white font-bold has-checked:bg-ink has-checked:text-chalk'
  return (
    <label
      className={`relative grid min-h-12 place-content-center rounded-key px-1 py-1.5 text-center text-sm leading-tight has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink ${look}`}
    >
      <input
        type="radio"
        name="timeSlot"
        value={value}
        defaultChecked={checked}
        disabled={disabled}
        className="absolute inset-0 size-full opacity-0"
      />
      <span className={disabled ? 'line-through' : ''}>{children}</span>
      {note && <span className="text-xs font-normal">{note}</span>}
    </label>
  )
}
