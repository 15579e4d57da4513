import type { Place } from '#app/features/areas/locate.ts'
import { asapSlot, levelOf, placeText, serviceLevelText, stepOf } from '#app/features/booking/answers.ts'
import { dayText } from '#app/platform/day.ts'
import { useDetails, usePrices } from '#app/platform/published-context.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import { normalisePhone, phoneText } from '#app/platform/uk.ts'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { type FormView, termsSoFar } from '../form-view.ts'
import { BillRules, OfferNote, Receipt } from '../receipt.tsx'
import type { StepProps } from './field-props.ts'

/** Step 4: check the answers and the price before sending. */
export function ReviewStep({ view, ids }: StepProps) {
  const prices = usePrices()
  const { answers, options } = view
  const phone = normalisePhone(answers.phone ?? '')
  const place = options?.place
  const where = { address: answers.address ?? '', postcode: answers.postcode ?? '', borough: answers.borough || null, ...place }
  const answer = { ids }
  return (
    <>
      <h3 className="text-lg">Check your answers</h3>
      <div className="mt-3">
        <Facts>
          <Answer {...answer} label="Service level" field="serviceLevel" value={serviceLevelText(levelOf(answers))} />
          <Answer {...answer} label="Name" field="name" value={answers.name} />
          <Answer {...answer} label="Phone" field="phone" value={phone ? phoneText(phone) : answers.phone} />
          <Answer {...answer} label="Email" field="email" value={answers.email} />
          <Answer {...answer} label="Emergency" field="service" value={answers.service} />
          <Answer {...answer} label="What you see" field="description" value={answers.description} />
          <Answer {...answer} label="Where" field="postcode" value={placeText(where)} />
          <Answer {...answer} label="When" field={levelOf(answers) === 'redline' ? 'serviceLevel' : 'timeSlot'} value={whenText(view)} />
          <Answer {...answer} label="How to get in" field="accessNotes" value={answers.accessNotes} />
          <Answer {...answer} label="Who lets us in" field="siteContact" value={answers.siteContact} />
          {answers.vulnerableOccupant && <Answer {...answer} label="Somebody vulnerable" field="accessNotes" value="Yes" />}
        </Facts>
      </div>
      {place && <PlaceWarning place={place} />}
      <div className="mt-6">
        <Receipt id={`${ids}estimate`} terms={termsSoFar(view, prices)} />
        <OfferNote view={view} />
      </div>
      <BillRules />
      <p className="mt-3 text-sm">
        Sending this asks us to come on our <a href={'/terms' satisfies SitePath}>terms</a>. What you typed is used to reach you and do the
        job: <a href={'/privacy' satisfies SitePath}>privacy notice</a>.
      </p>
    </>
  )
}

/** When somebody comes, in the server's words; in the visitor's own while the line is down. */
function whenText({ answers, options }: FormView): string {
  if (options?.arrival) return options.arrival
  if (levelOf(answers) === 'redline') return 'Now'
  const { preferredDate, timeSlot } = answers
  if (!timeSlot || timeSlot === asapSlot) return 'As soon as possible'
  return preferredDate ? `${dayText(preferredDate)}, ${timeSlot}` : timeSlot
}

/** Its link leads to the field's step: followed as it is without JavaScript, answered in place with it. */
function Answer({ ids, label, field, value }: { ids: string; label: string; field: string; value?: string }) {
  if (!value) return null
  const change = (
    <a
      href={`/book?step=${stepOf(field)}&change=1#${ids}${field}` satisfies SitePath}
      data-change={field}
      className="inline-flex min-h-11 items-center"
    >
      Change<span className="sr-only"> {label.toLowerCase()}</span>
    </a>
  )
  return (
    <Fact label={label} action={change}>
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
        ? `We can’t read “${place.postcode}” as a postcode. You can send the booking: we will ask when we ring.`
        : `${place.postcode} is outside the boroughs we cover. You can send the booking, but please ring us first: we will say at once whether we can come.`}{' '}
      <a href={emergencyPhone.href} className="font-bold whitespace-nowrap">
        {emergencyPhone.text}
      </a>
    </p>
  )
}
