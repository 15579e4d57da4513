import { useState } from 'react'
import { furthestDays, levelOf } from '#app/features/booking/answers.ts'
import { SlotChoice } from '#app/features/booking/slot-choice.tsx'
import { mostPence } from '#app/features/pricing/frozen-terms.ts'
import { mostByRate, mostByRateText } from '#app/features/pricing/most-by-rate.ts'
import { usePrices } from '#app/platform/published-context.ts'
import { washOf } from '#app/ui/drawings/washes.ts'
import { ChoiceGroup, TextArea, TextField } from '#app/ui/field.tsx'
import { TileRadio } from '#app/ui/tile.tsx'
import { addDays, longDayText } from '#app/values/day.ts'
import { drawingFileOf, type EmergencyTypeName, emergencyTypes } from '#content/emergency-types.ts'
import { poundsText } from '#content/money.ts'
import type { PriceList } from '#content/price-list.ts'
import { type FormView, termsOf } from '../form-view.ts'
import { AnsweredPlace, AnsweredService } from './answered.tsx'
import { fieldProps, isAskedFor, type StepProps } from './field-props.ts'

/** Step 3: the problem, the address and the time. */
export function EmergencyStep(props: StepProps) {
  const { answers, options } = props.view
  return (
    <>
      <Service {...props} />
      <AnsweredPlace {...props.view} />
      <Address {...props} />
      {answers.serviceLevel === 'redline' ? (
        <p className="mt-5 border-l-5 border-alarm pl-3.5 font-bold">Red Line visits are immediate, so there’s no time slot to choose.</p>
      ) : options ? (
        <When {...props} />
      ) : (
        <AsapOnly />
      )}
      <TextArea {...fieldProps(props, 'description')} label="What’s wrong?" hint="Up to 1000 characters" optional maxLength={1000} />
      <MoreFields {...props} />
    </>
  )
}

/** The address: typed, or chosen from those at the postcode where they can be looked up. */
function Address(props: StepProps) {
  const { answers, addresses, options } = props.view
  const list = `${props.ids}addresses`
  const known = addresses && addresses.postcode === options?.place?.postcode ? addresses.all : []
  return (
    <>
      <TextField
        {...fieldProps(props, 'address')}
        label="Address"
        hint={known.length > 0 ? 'Type the number, then choose from the list' : 'House or flat number, street and floor'}
        autoComplete="street-address"
        enterKeyHint="go"
        list={known.length > 0 ? list : undefined}
        autoFocus={isAskedFor(props.view, 'address') && Boolean(answers.service)}
      />
      {known.length > 0 && (
        <datalist id={list}>
          {known.map((address) => (
            <option key={address} value={address} />
          ))}
        </datalist>
      )}
    </>
  )
}

/** The emergency: one line if it was chosen before this step, else nine tiles, which stay until the next step. */
function Service(props: StepProps) {
  const { answers, problems, changing } = props.view
  const [isSettled] = useState(() => emergencyTypes.some(({ name }) => name === answers.service) && changing?.field !== 'service')
  if (!isSettled || problems.service) return <ServiceChoice {...props} />
  return (
    <>
      <input type="hidden" name="service" value={answers.service} />
      <AnsweredService {...props.view} />
    </>
  )
}

function ServiceChoice({ view, ids }: StepProps) {
  const prices = usePrices()
  return (
    <ChoiceGroup id={`${ids}service`} name="service" label="What’s happened?" className="mt-3" problem={view.problems.service}>
      <div className="mt-2 grid grid-cols-3 gap-2">
        {emergencyTypes.map(({ name }) => (
          <TileRadio
            key={name}
            name="service"
            value={name}
            title={name}
            text={tileText(name, view, prices)}
            wash={washOf(name)}
            defaultChecked={view.answers.service === name}
          >
            <img src={drawingFileOf(name)} alt="" className="aspect-4/3 w-full" />
          </TileRadio>
        ))}
      </div>
    </ChoiceGroup>
  )
}

/** The most that a type costs at the hour asked for, or at each rate while that isn't known. An offer is for the type that is chosen. */
function tileText(service: EmergencyTypeName, { answers, options }: FormView, prices: PriceList): string {
  if (!options) return mostByRateText(mostByRate(prices, { service }))
  return `up to ${poundsText(mostPence(termsOf(service, options, prices, { level: levelOf(answers) })))}`
}

function When(props: StepProps) {
  const { answers, options, problems } = props.view
  if (!options) return null
  const { today, day, slots, asap, paused, nextAvailableMinutes } = options
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
          value="show"
          className="mt-3 inline-flex min-h-12 items-center font-bold underline in-data-started:hidden"
        >
          Show times for this date
        </button>
      </div>
      <SlotChoice
        // Another day resets the choice.
        key={day}
        id={`${props.ids}timeSlot`}
        label={`Arrival slot, ${day === today ? 'today' : longDayText(day)}`}
        day={day}
        today={today}
        slots={slots}
        chosen={answers.timeSlot}
        asapText={asap}
        isAsapClosed={Boolean(paused) || (day === today && nextAvailableMinutes === null)}
        problem={problems.timeSlot}
      />
    </>
  )
}

/** The free slots are unknown while there is no connection. */
function AsapOnly() {
  return (
    <p className="mt-5 border-l-5 border-ink pl-3.5">
      <strong>As soon as possible.</strong> We can’t show you the slots right now, so we’ll call you to agree a time.
    </p>
  )
}

function MoreFields(props: StepProps) {
  const { answers, problems } = props.view
  const filled = answers.accessNotes || answers.siteContact || answers.vulnerableOccupant || problems.accessNotes || problems.siteContact
  return (
    <details className="mt-6 border-t border-line pt-2" open={filled ? true : undefined}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-bold">Access and who’s there (optional)</summary>
      <TextField {...fieldProps(props, 'accessNotes')} label="How to get in" hint="Entry code, side gate, parking" />
      <TextField {...fieldProps(props, 'siteContact')} label="Who will let us in" hint="If it isn’t you, their name and number" />
      <label className="mt-4 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="vulnerableOccupant"
          value="yes"
          defaultChecked={Boolean(answers.vulnerableOccupant)}
          className="size-6 flex-none accent-ink"
        />
        Someone at the property is elderly, disabled, unwell or very young
      </label>
    </details>
  )
}
