import { poundsText } from '#app/features/pricing/rules.ts'
import { addDays, dayText } from '#app/platform/london.ts'
import { ChoiceGroup, Select, TextArea, TextField } from '#app/ui/field.tsx'
import { boroughs } from '#content/boroughs.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import type { FormView } from '../form-view.server.ts'
import { furthestDays } from '../rules.ts'
import { SlotChoice } from './slot-choice.tsx'

/** Step 3: what has happened, where, and when. */
export function EmergencyStep({ view }: { view: FormView }) {
  const { answers, problems } = view
  return (
    <>
      <ServiceChoice chosen={answers.service} problem={problems.service} />
      <TextArea
        name="description"
        label="What can you see?"
        hint="Up to 1000 characters"
        optional
        defaultValue={answers.description}
        problem={problems.description}
      />
      <div className="grid gap-x-4 md:grid-cols-2">
        <TextField
          name="postcode"
          label="Postcode"
          optional
          hint="Like E1 1FR, or just E1"
          defaultValue={answers.postcode}
          problem={problems.postcode}
          autoComplete="postal-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Select
          name="borough"
          label="Borough"
          optional
          hint="If you don’t know the postcode"
          defaultValue={answers.borough ?? ''}
          problem={problems.borough}
        >
          <option value="">Find it from the postcode</option>
          {boroughs.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </div>
      <TextField
        name="address"
        label="Address"
        optional
        hint="House and street, flat and floor"
        defaultValue={answers.address}
        problem={problems.address}
        autoComplete="street-address"
      />
      {answers.serviceLevel === 'redline' ? <RedLineIsNow /> : <WhenFields view={view} />}
      <MoreFields view={view} />
    </>
  )
}

function ServiceChoice({ chosen, problem }: { chosen?: string; problem?: string }) {
  return (
    <ChoiceGroup name="service" label="What has happened?" problem={problem}>
      <div className="mt-2 grid grid-cols-2 gap-2 md:grid-cols-3">
        {emergencyTypes.map(({ name, basePence }) => (
          <label
            key={name}
            className="relative flex min-h-14 cursor-pointer flex-col justify-center rounded-key border-2 border-ink bg-white px-3 py-2 leading-tight font-bold last:col-span-2 has-checked:bg-ink has-checked:text-chalk has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink md:last:col-span-1"
          >
            <input
              type="radio"
              name="service"
              value={name}
              defaultChecked={chosen === name}
              className="absolute inset-0 size-full opacity-0"
            />
            <span>{name}</span>
            <span className="text-sm font-normal">about {poundsText(basePence)}</span>
          </label>
        ))}
      </div>
    </ChoiceGroup>
  )
}

function WhenFields({ view: { answers, problems, today, day, slots, nextAvailableMinutes } }: { view: FormView }) {
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4">
        <div className="grow">
          <TextField
            name="preferredDate"
            label="Date"
            type="date"
            min={today}
            max={addDays(today, furthestDays)}
            defaultValue={answers.preferredDate || day}
            problem={problems.preferredDate}
          />
        </div>
        <button
          type="submit"
          name="go"
          value="slots"
          className="mt-3 inline-flex min-h-12 items-center font-bold underline underline-offset-4"
        >
          Show the slots of this date
        </button>
      </div>
      <SlotChoice
        label={`Arrival slot, ${day === today ? 'today' : dayText(day)}`}
        day={day}
        today={today}
        slots={slots}
        chosen={answers.timeSlot}
        asapMinutes={nextAvailableMinutes}
        problem={problems.timeSlot}
      />
    </>
  )
}

function RedLineIsNow() {
  return <p className="mt-5 border-l-[5px] border-alarm pl-3.5 font-bold">Red Line is always now: there is no date or slot to choose.</p>
}

function MoreFields({ view: { answers, problems } }: { view: FormView }) {
  const filled = answers.accessNotes || answers.siteContact || answers.vulnerableOccupant || problems.accessNotes || problems.siteContact
  return (
    <details className="mt-6 border-t border-line pt-2" open={Boolean(filled)}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-bold">Getting in, and who is there (optional)</summary>
      <TextField
        name="accessNotes"
        label="How to get in"
        hint="Entry code, side gate, parking"
        defaultValue={answers.accessNotes}
        problem={problems.accessNotes}
      />
      <TextField
        name="siteContact"
        label="Who lets us in"
        hint="If it isn’t you: name and number"
        defaultValue={answers.siteContact}
        problem={problems.siteContact}
      />
      <label className="mt-4 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="vulnerableOccupant"
          value="yes"
          defaultChecked={Boolean(answers.vulnerableOccupant)}
          className="size-6 flex-none accent-ink"
        />
        Somebody there is elderly, disabled, ill or a baby
      </label>
    </details>
  )
}
