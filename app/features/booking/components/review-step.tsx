import { priceRules } from '#app/features/pricing/rules.ts'
import { normalisePhone, phoneText } from '#app/platform/uk.ts'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { business } from '#content/business.ts'
import type { FormView } from '../form-view.server.ts'
import { levelOf, placeText, serviceLevelText } from '../rules.ts'
import { Receipt } from './receipt.tsx'

/** Step 4: check the answers and the price before sending. */
export function ReviewStep({ view: { answers, review } }: { view: FormView }) {
  if (!review) return null
  const { place, terms, arrival } = review
  const phone = normalisePhone(answers.phone ?? '')
  return (
    <>
      <h2 className="text-xl">Check your answers</h2>
      <div className="mt-3">
        <Facts>
          <Answer label="Service level" step={1} field="serviceLevel" value={serviceLevelText(levelOf(answers))} />
          <Answer label="Name" step={2} field="name" value={answers.name} />
          <Answer label="Phone" step={2} field="phone" value={phone ? phoneText(phone) : answers.phone} />
          <Answer label="Email" step={2} field="email" value={answers.email} />
          <Answer label="Emergency" step={3} field="service" value={answers.service} />
          <Answer label="What you see" step={3} field="description" value={answers.description} />
          <Answer label="Where" step={3} field="postcode" value={placeText({ address: answers.address ?? '', ...place })} />
          <Answer label="When" step={3} field={levelOf(answers) === 'redline' ? 'service' : 'timeSlot'} value={arrival} />
          <Answer label="How to get in" step={3} field="accessNotes" value={answers.accessNotes} />
          <Answer label="Who lets us in" step={3} field="siteContact" value={answers.siteContact} />
          {answers.vulnerableOccupant && <Answer label="Somebody vulnerable" step={3} field="accessNotes" value="Yes" />}
        </Facts>
      </div>
      <PlaceWarning place={place} />
      <Receipt terms={terms} />
      <details className="mt-4">
        <summary className="min-h-11 cursor-pointer py-2.5 font-bold">How the bill is made</summary>
        <ul className="list-disc pl-5 text-sm">
          {priceRules.map((rule) => (
            <li key={rule} className="mt-1">
              {rule}
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function Answer({ label, step, field, value }: { label: string; step: number; field: string; value?: string }) {
  if (!value) return null
  const change = (
    <a href={`/book?step=${step}&change=1#${field}`} className="inline-flex min-h-11 items-center">
      Change<span className="sr-only"> {label.toLowerCase()}</span>
    </a>
  )
  return (
    <Fact label={label} action={change}>
      {value}
    </Fact>
  )
}

function PlaceWarning({ place }: { place: { inArea: boolean; postcodeRead: boolean; postcode: string } }) {
  if (place.inArea && place.postcodeRead) return null
  return (
    <p role="status" className="mt-5 rounded-key border-2 border-ink bg-lamp px-4 py-3">
      {place.inArea
        ? `We can’t read “${place.postcode}” as a postcode. You can send the booking: we will ask when we ring.`
        : `${place.postcode} is outside the boroughs we cover. You can send the booking, but please ring us first: we will say at once whether we can come.`}{' '}
      <a href={business.emergencyPhone.href} className="font-bold whitespace-nowrap">
        {business.emergencyPhone.text}
      </a>
    </p>
  )
}
