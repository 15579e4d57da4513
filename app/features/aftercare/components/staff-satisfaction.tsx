import { FactRows, Facts } from '#app/ui/facts.tsx'
import { Select, TextArea, TextField } from '#app/ui/field.tsx'
import { FoldedForm, type RefusedForm } from '#app/ui/folded-form.tsx'
import { Part } from '#app/ui/part.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { refundDays } from '#content/stated.ts'
import { longestWish } from '../complaint-fields.ts'
import type { StaffSatisfactionView } from '../staff-satisfaction.server.ts'

interface StaffSatisfactionProps {
  view: StaffSatisfactionView
  bookingId: string
  /** The version of the booking that the page shows. */
  seen: string
  refused?: RefusedForm
}

/** For staff: the request of a customer who isn't satisfied, the decision on it, and a form for one who called. */
export function StaffSatisfaction({ view: { asked, isDecidable, toBook, isOver }, bookingId, seen, refused }: StaffSatisfactionProps) {
  return (
    <Part id="satisfaction" title="Satisfaction or refund" isTarget className="mt-8">
      {asked && (
        <Facts>
          <FactRows rows={asked} />
        </Facts>
      )}
      {toBook && (
        <a href={`/staff/bookings/new?return=${bookingId}` satisfies SitePath} className="mt-2 inline-flex min-h-11 items-center font-bold">
          Book the return visit
        </a>
      )}
      {isDecidable && (
        <FoldedForm intent="decide-refund" label="Decide on the refund" button="Refund the customer" hidden={{ seen }} refused={refused}>
          {(field) => (
            <>
              <p>
                Our terms promise to refund everything they paid, whatever the reason. This issues a credit note, and the bill first if you
                haven’t issued it: card payments are refunded automatically, cash and transfers are for you to pay back.
              </p>
              <Select label="How much" {...field('outcome')}>
                <option value="full">All of it</option>
                <option value="part">A part that they’ve agreed to</option>
              </Select>
              <TextField
                label="The part, in pounds"
                hint="Only for a part. Enter 0 if they no longer want a refund."
                inputMode="decimal"
                autoComplete="off"
                {...field('amount')}
              />
              <TextArea label="Reasons" hint="The customer will see this. A part needs them." maxLength={1000} {...field('reasons')} />
              <label className="mt-3 flex min-h-11 items-center gap-2">
                <input
                  id="isAgreed"
                  type="checkbox"
                  name="isAgreed"
                  value="yes"
                  defaultChecked={field('isAgreed').defaultValue === 'yes'}
                  className="size-6 flex-none accent-ink"
                />
                <span>
                  The customer has agreed to a part
                  {field('isAgreed').problem && <b className="block text-alarm-text">{field('isAgreed').problem}</b>}
                </span>
              </label>
            </>
          )}
        </FoldedForm>
      )}
      {asked?.some(({ label }) => label === 'Decided') || (
        <FoldedForm
          intent="unsatisfied"
          label={asked ? 'They want something else' : 'The customer called: they aren’t satisfied'}
          button="Record it"
          hidden={{ seen }}
          refused={refused}
        >
          {(field) => (
            <>
              <Select label="What they’d like" {...field('wish')}>
                <option value="">Choose one</option>
                <option value="put_right">Put it right for free</option>
                <option value="refund">A refund</option>
              </Select>
              <TextArea label="What wasn’t right" optional maxLength={longestWish} {...field('words')} />
              {isOver && (
                <label className="mt-3 flex min-h-11 items-center gap-2">
                  <input type="checkbox" name="inTime" value="yes" className="size-6 flex-none accent-ink" />
                  {`They told us within ${refundDays} days of the visit`}
                </label>
              )}
            </>
          )}
        </FoldedForm>
      )}
    </Part>
  )
}
