import type { Place } from '#app/features/areas/locate.ts'
import {
  asapSlot,
  contactByOf,
  contactWays,
  type FieldName,
  isBookedAhead,
  levelOf,
  placeText,
  serviceLevelText,
  slotText,
} from '#app/features/booking/answers.ts'
import { DangerAdvice } from '#app/features/booking/danger-advice.tsx'
import { advisedDangers, dangersText } from '#app/features/booking/find-dangers.ts'
import { redlineArrivalText } from '#app/features/capacity/arrival-window.ts'
import { mostPence } from '#app/features/pricing/frozen-terms.ts'
import { BillRules, PriceCap, Receipt } from '#app/features/pricing/receipt.tsx'
import { normaliseEmail } from '#app/platform/email.ts'
import { useDetails, usePrices } from '#app/platform/published-context.ts'
import { normalisePhone, phoneText } from '#app/platform/uk.ts'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { addDays, longDayText } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { forBusinessText, startInSlotText } from '#content/cancelling.ts'
import { cancellationRightDays } from '#content/fees.ts'
import { type FormView, termsSoFar, unreadText } from '../form-view.ts'
import { ChangeButton } from './answered.tsx'
import type { StepProps } from './field-props.ts'

/** Step 4: check the answers and the price before sending. */
export function ReviewStep({ view, ids }: StepProps) {
  const prices = usePrices()
  const { answers, options } = view
  const phone = normalisePhone(answers.phone ?? '')
  const place = options?.place
  const postcode = { address: '', postcode: answers.postcode ?? '', borough: answers.borough || null, ...place }
  const address = { address: answers.address ?? '', postcode: '', borough: null }
  const terms = termsSoFar(view, prices)
  return (
    <>
      <DangerAdvice
        dangers={advisedDangers({ dangers: dangersText(answers.description ?? '', answers.accessNotes ?? '') })}
        isBooked={false}
      />
      <h3 className="mt-3 text-lg">Check your answers</h3>
      <div className="mt-3">
        <Facts>
          <Answer label="Service level" field="serviceLevel" value={serviceLevelText(levelOf(answers))} />
          <Answer label="Name" field="name" value={answers.name} />
          <Answer label="Phone" field="phone" value={phone ? phoneText(phone) : answers.phone} />
          <Answer label="Email" field="email" value={normaliseEmail(answers.email ?? '') ?? answers.email} />
          {view.offersTexts && <Answer label="Updates by" field="contactBy" value={contactWays[contactByOf(answers)]} />}
          <Answer label="Emergency" field="service" value={answers.service} />
          <Answer label="The problem" field="description" value={answers.description} />
          <Answer label="Postcode" field="postcode" value={placeText(postcode)} />
          <Answer label="Address" field="address" value={placeText(address)} />
          <Answer label="When" field={levelOf(answers) === 'redline' ? 'serviceLevel' : 'timeSlot'} value={whenText(view)} />
          <Answer label="How to get in" field="accessNotes" value={answers.accessNotes} />
          <Answer label="Who will let us in" field="siteContact" value={answers.siteContact} />
          {answers.vulnerableOccupant && <Answer label="Vulnerable person" field="accessNotes" value="Yes" />}
        </Facts>
      </div>
      {place && <PlaceWarning place={place} />}
      <div className="mt-6">
        <Receipt id={`${ids}estimate`} terms={terms} />
        {terms && <PriceCap pence={mostPence(terms)} />}
      </div>
      <BillRules />
      <BookedAhead view={view} ids={ids} />
      <p className="mt-3 text-sm">
        By booking you agree to our <a href={'/terms' satisfies SitePath}>terms</a>. We use your details to contact you and do the job: see
        our <a href={'/privacy' satisfies SitePath}>privacy notice</a>.
      </p>
    </>
  )
}

/** The arrival in the server's words; without a connection, as chosen. */
function whenText({ answers, options }: FormView): string {
  if (options?.arrival) return options.arrival
  if (levelOf(answers) === 'redline') return redlineArrivalText
  const { preferredDate, timeSlot } = answers
  if (!timeSlot || timeSlot === asapSlot) return 'As soon as possible'
  return preferredDate ? `${longDayText(preferredDate)}, ${slotText(timeSlot)}` : slotText(timeSlot)
}

function Answer({ label, field, value }: { label: string; field: FieldName; value?: string }) {
  if (!value) return null
  return (
    <Fact label={label} action={<ChangeButton field={field} label={label.toLowerCase()} />}>
      {value}
    </Fact>
  )
}

function PlaceWarning({ place }: { place: Place }) {
  const { emergencyPhone } = useDetails()
  if (place.postcodeRead && (place.inArea || !place.postcode)) return null
  return (
    <p role="status" className="mt-5 rounded-key border-2 border-ink bg-lamp px-4 py-3">
      {!place.postcodeRead
        ? unreadText(place.postcode)
        : `${place.postcode} is outside the boroughs we cover. You can book, but please call first: we’ll tell you straight away if we can get to you.`}{' '}
      <a href={emergencyPhone.href} className="font-bold whitespace-nowrap">
        {emergencyPhone.text}
      </a>
    </p>
  )
}

/** Two optional boxes that decide the right to cancel a visit that isn't urgent. An urgent one has none. */
function BookedAhead({ view: { answers, options } }: StepProps) {
  if (!isBookedAhead(answers, options?.today)) return null
  const isWithinPeriod = !options || !answers.preferredDate || answers.preferredDate <= addDays(options.today, cancellationRightDays)
  const tick = (name: 'startAsked' | 'forBusiness', text: string) => (
    <label className="flex min-h-11 items-start gap-3 py-2">
      <input type="checkbox" name={name} value="yes" defaultChecked={Boolean(answers[name])} className="size-6 flex-none accent-ink" />
      {text}
    </label>
  )
  return (
    <div className="mt-4 border-t border-line pt-1 text-sm">
      {isWithinPeriod && tick('startAsked', startInSlotText)}
      {tick('forBusiness', forBusinessText)}
    </div>
  )
}
