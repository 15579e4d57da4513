import { furthestDays } from '#app/features/booking/answers.ts'
import { addDays, dayText } from '#app/platform/day.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { washOf } from '#app/ui/drawings/washes.ts'
import { ChoiceGroup, Select, TextArea, TextField } from '#app/ui/field.tsx'
import { TileRadio } from '#app/ui/tile.tsx'
import { boroughNames } from '#content/borough-names.ts'
import { drawingFileOf, emergencyTypes } from '#content/emergency-types.ts'
import { SlotChoice } from '../slot-choice.tsx'
import { fieldProps, type StepProps } from './field-props.ts'

/** Step 3: what has happened, where, and when. */
export function EmergencyStep(props: StepProps) {
  const { answers, options } = props.view
  return (
    <>
      <ServiceChoice {...props} />
      <TextArea {...fieldProps(props, 'description')} label="What can you see?" hint="Up to 1000 characters" optional maxLength={1000} />
      <div className="grid gap-x-4 md:grid-cols-2">
        <TextField
          {...fieldProps(props, 'postcode')}
          label="Postcode"
          optional
          hint="Like E1 1FR, or just E1"
          autoComplete="postal-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Select {...fieldProps(props, 'borough')} label="Borough" optional hint="If you don’t know the postcode">
          <option value="">Find it from the postcode</option>
          {boroughNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </div>
      <Where {...props} />
      <TextField
        {...fieldProps(props, 'address')}
        label="Address"
        optional
        hint="House and street, flat and floor"
        autoComplete="street-address"
      />
      {answers.serviceLevel === 'redline' ? (
        <p className="mt-5 border-l-[5px] border-alarm pl-3.5 font-bold">Red Line is always now: there is no date or slot to choose.</p>
      ) : options ? (
        <When {...props} />
      ) : (
        <AsapOnly />
      )}
      <MoreFields {...props} />
    </>
  )
}

function ServiceChoice({ view, ids }: StepProps) {
  return (
    <ChoiceGroup id={`${ids}service`} name="service" label="What has happened?" className="" problem={view.problems.service}>
      <div className="mt-2 grid grid-cols-3 gap-2">
        {emergencyTypes.map(({ name }) => (
          <TileRadio key={name} name="service" value={name} title={name} wash={washOf(name)} defaultChecked={view.answers.service === name}>
            <img src={drawingFileOf(name)} alt="" className="aspect-4/3 w-full" />
          </TileRadio>
        ))}
      </div>
    </ChoiceGroup>
  )
}

/** What the postcode says, as it is typed: its room is kept. */
function Where({ view: { options } }: StepProps) {
  const { emergencyPhone } = useDetails()
  const place = options?.place
  return (
    <p aria-live="polite" className="mt-1.5 min-h-11 text-sm">
      {place?.borough && place.inArea && (
        <>
          {place.postcode ? `${place.postcode} is in ${place.borough}.` : `${place.borough}.`} <strong>We come here.</strong>
        </>
      )}
      {place?.postcode && place.postcodeRead && !place.inArea && (
        <>
          {place.postcode} is outside the boroughs we cover. You can book, but please ring first:{' '}
          <a href={emergencyPhone.href} className="font-bold whitespace-nowrap">
            {emergencyPhone.text}
          </a>
        </>
      )}
    </p>
  )
}

function When(props: StepProps) {
  const { answers, options, problems } = props.view
  if (!options) return null
  const { today, day, slots, nextAvailableMinutes } = options
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4">
        <div className="grow">
          <TextField
            {...fieldProps(props, 'preferredDate')}
            label="Date"
            type="date"
            min={today}
            max={addDays(today, furthestDays)}
            defaultValue={answers.preferredDate || today}
          />
        </div>
        <button
          type="submit"
          name="go"
          value="slots"
          className="mt-3 inline-flex min-h-12 items-center font-bold underline in-data-started:hidden"
        >
          Show the slots of this date
        </button>
      </div>
      <SlotChoice
        // Another day is another choice.
        key={day}
        id={`${props.ids}timeSlot`}
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

/** While the line is down nobody can say which slots are free. */
function AsapOnly() {
  return (
    <p className="mt-5 border-l-[5px] border-ink pl-3.5">
      <strong>As soon as possible.</strong> The slots cannot be fetched at the moment; we ring to agree the time.
    </p>
  )
}

function MoreFields(props: StepProps) {
  const { answers, problems } = props.view
  const filled = answers.accessNotes || answers.siteContact || answers.vulnerableOccupant || problems.accessNotes || problems.siteContact
  return (
    <details className="mt-6 border-t border-line pt-2" open={filled ? true : undefined}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-bold">Getting in, and who is there (optional)</summary>
      <TextField {...fieldProps(props, 'accessNotes')} label="How to get in" hint="Entry code, side gate, parking" />
      <TextField {...fieldProps(props, 'siteContact')} label="Who lets us in" hint="If it isn’t you: name and number" />
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
