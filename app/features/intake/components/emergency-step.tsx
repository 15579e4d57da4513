import { furthestDays, levelOf } from '#app/features/booking/answers.ts'
import { SlotChoice } from '#app/features/booking/slot-choice.tsx'
import { estimateFor } from '#app/features/pricing/estimate.ts'
import { mostPence, termsFor } from '#app/features/pricing/frozen-terms.ts'
import { mostByRate, mostByRateText } from '#app/features/pricing/most-by-rate.ts'
import { mostLabel } from '#app/features/pricing/price-words.ts'
import { useBoroughs, useDetails, usePrices } from '#app/platform/published-context.ts'
import { washOf } from '#app/ui/drawings/washes.ts'
import { ChoiceGroup, Select, TextArea, TextField } from '#app/ui/field.tsx'
import { TileRadio } from '#app/ui/tile.tsx'
import { addDays, longDayText } from '#app/values/day.ts'
import { drawingFileOf, type EmergencyTypeName, emergencyTypes } from '#content/emergency-types.ts'
import { exactPoundsText, poundsText } from '#content/money.ts'
import type { PriceList } from '#content/price-list.ts'
import { type FormView, termsSoFar, unreadText } from '../form-view.ts'
import { fieldProps, type StepProps } from './field-props.ts'

/** Step 3: the problem, the place and the time. The postcode comes first: it decides coverage, price and arrival time. */
export function EmergencyStep(props: StepProps) {
  const { answers, options } = props.view
  return (
    <>
      <ServiceChoice {...props} />
      <TextField
        {...fieldProps(props, 'postcode')}
        label="Postcode"
        hint="For example E1 1FR, or just E1"
        autoComplete="postal-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <PlaceAnswer view={props.view} />
      <details className="text-sm" open={answers.borough ? true : undefined}>
        <summary className="min-h-11 cursor-pointer py-2.5 underline">I don’t know the postcode</summary>
        <Select {...fieldProps(props, 'borough')} label="Borough">
          <option value="">Choose your borough</option>
          {useBoroughs().map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </details>
      <TextField
        {...fieldProps(props, 'address')}
        label="Address"
        hint="House or flat number, street and floor"
        autoComplete="street-address"
      />
      {answers.serviceLevel === 'redline' ? (
        <p className="mt-5 border-l-[5px] border-alarm pl-3.5 font-bold">
          Red Line visits are immediate, so there’s no time slot to choose.
        </p>
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

function ServiceChoice({ view, ids }: StepProps) {
  const prices = usePrices()
  return (
    <ChoiceGroup id={`${ids}service`} name="service" label="What’s happened?" className="" problem={view.problems.service}>
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
  const { borough = null, multiplierPercent = 100 } = options?.place ?? {}
  if (!options) return mostByRateText(mostByRate(prices, { service }))
  const terms = termsFor(prices, estimateFor(prices, service, borough, multiplierPercent, options.supplement), {
    serviceLevel: levelOf(answers),
    calloutPence: options.calloutPence,
  })
  return `up to ${poundsText(mostPence(terms))}`
}

/** The answer to a postcode or borough as it is typed: whether we cover it, the price and the time; before that, why we ask. */
function PlaceAnswer({ view }: Pick<StepProps, 'view'>) {
  const { emergencyPhone } = useDetails()
  const terms = termsSoFar(view, usePrices())
  const { place, arrival } = view.options ?? {}
  return (
    <p aria-live="polite" className="mt-1.5 text-sm">
      {!place ? (
        'We use it to check we cover your area, work out your price and see how soon we can be there.'
      ) : !place.postcodeRead ? (
        unreadText(place.postcode)
      ) : place.inArea ? (
        <>
          <strong>We cover {[place.postcode, place.borough].filter(Boolean).join(', ')}.</strong>{' '}
          {[
            terms && `${mostLabel.customer}: ${exactPoundsText(mostPence(terms))}, plus parking and the Congestion Charge at cost.`,
            arrival && `${arrival}.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </>
      ) : (
        <>
          {place.postcode || place.borough} is outside the boroughs we cover. You can book, but please call first:{' '}
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
          value="slots"
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
    <p className="mt-5 border-l-[5px] border-ink pl-3.5">
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
