import { ChoiceGroup } from '#app/ui/field.tsx'
import { asapSlot, type TimeSlot } from '../rules.ts'

interface SlotChoiceProps {
  label: string
  day: string
  today: string
  slots: TimeSlot[]
  chosen?: string
  asapMinutes: number
  problem?: string
}

/** As soon as possible, or one of the day's two-hour slots; those that have passed are shown and cannot be chosen. */
export function SlotChoice({ label, day, today, slots, chosen, asapMinutes, problem }: SlotChoiceProps) {
  const free = slots.some((slot) => slot.available && slot.text === chosen)
  return (
    <ChoiceGroup name="timeSlot" label={label} problem={problem}>
      <div className="mt-2 grid grid-cols-3 gap-2">
        <Slot
          value={asapSlot}
          checked={!free}
          className="col-span-3"
          note={day === today ? `in about ${asapMinutes} min` : 'the first slot of the day'}
        >
          As soon as possible
        </Slot>
        {slots.map((slot) => (
          <Slot
            key={slot.text}
            value={slot.text}
            checked={free && slot.text === chosen}
            disabled={!slot.available}
            note={slot.available ? (slot.premium ? 'premium' : '') : 'too late'}
          >
            {slot.text}
          </Slot>
        ))}
      </div>
    </ChoiceGroup>
  )
}

interface SlotProps {
  value: string
  checked: boolean
  disabled?: boolean
  note: string
  className?: string
  children: string
}

function Slot({ value, checked, disabled, note, className = '', children }: SlotProps) {
  const look = disabled
    ? 'border border-dashed border-idle text-muted cursor-not-allowed'
    : 'cursor-pointer border-2 border-ink bg-white font-bold has-checked:bg-ink has-checked:text-chalk'
  return (
    <label
      className={`relative grid min-h-12 place-content-center rounded-key px-1 py-1.5 text-center text-sm leading-tight has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink ${look} ${className}`}
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
