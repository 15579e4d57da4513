import { type ReactNode, useRef, useState } from 'react'
import { Form } from 'react-router'
import { contactByOf, contactWays } from '#app/features/booking/answers.ts'
import { dangerToSay } from '#app/features/booking/danger-labels.ts'
import { londonTimeText } from '#app/platform/london-intl.ts'
import { usePrices } from '#app/platform/published-context.ts'
import { AnswerInView } from '#app/ui/answer-in-view.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { ChoiceGroup, Options, Select, TextArea, TextField } from '#app/ui/field.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { Option } from '#app/ui/option.tsx'
import { startToReadOut } from '#content/cancelling.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { redlineDispatchMinutes } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import { redlineArrivalMinutes } from '#content/stated.ts'
import type { KnownCaller as Known } from '../known-caller.server.ts'
import { forgetPhoneDraft } from '../phone-draft.ts'
import type { PhonePrice, PhoneQuote } from '../phone-price.server.ts'
import { DispatchBar } from './dispatch-bar.tsx'
import { KnownCaller } from './known-caller.tsx'
import { PriceInReach, ReadThisOut } from './read-this-out.tsx'
import { usePhoneDraft, usePhoneQuote } from './use-phone-form.ts'
import { AccessFields, BoroughField, BusinessField, VulnerableField } from './visit-fields.tsx'

interface TakePageProps {
  /** One per booking: sending it twice makes one booking. */
  formKey: string
  /** The key that encrypts an unsent booking on this device. */
  draftKey: string
  today: string
  slots: readonly string[]
  /** When a visit as soon as possible is promised, in the board's words. */
  nextVisit: string
  /** Red Line online now, in the board's words. Staff may book it while any of the day's slots is free, even if none can be bought online. */
  redline: { left: number; why: string; isSoldOut: boolean }
  typed?: Record<string, string>
  problems?: Record<string, string>
  refusal?: string
  /** A question; confirming it makes the booking. */
  question?: { text: string; confirms: string }
  price?: PhonePrice
  /** The caller, by the number that was typed. */
  known?: Known
  /** The form's start, if it repeats a booking, is a return visit under its guarantee, or answers a text. */
  start?: { reference?: string; returnOf?: string; parts?: string; typed: Record<string, string> }
  /** The arrival and price at the start, if they are known from an earlier booking. */
  quote?: PhoneQuote
}

/** Everything typed that may mention a danger. */
const wordsIn = (form: HTMLFormElement) =>
  ['description', 'accessNotes'].map((name) => String(new FormData(form).get(name) ?? '')).join('\n')

/** A booking by phone: the caller's answers, and beside them what to read out. */
export function TakePage({
  formKey,
  draftKey,
  today,
  slots,
  nextVisit,
  redline,
  typed: sent,
  problems = {},
  refusal,
  question,
  price,
  known,
  start,
  quote: startingQuote,
}: TakePageProps) {
  const form = useRef<HTMLFormElement>(null)
  const draft = usePhoneDraft(form, draftKey)
  const typed = sent ?? start?.typed ?? draft?.fields ?? {}
  const [words, setWords] = useState('')
  const said = words || `${typed.description ?? ''}\n${typed.accessNotes ?? ''}`
  const { priorityFeePence, redlineSlotsPerDay } = usePrices()
  const { quote, values } = usePhoneQuote(form, draft)
  // Worked out while it is typed; without JavaScript, by a press.
  const told = quote ?? (price ? { price, arrival: price.arrival, isOutside: price.isOutside } : startingQuote)
  const isLive = quote !== undefined
  const canBook = told !== undefined && 'price' in told && told.price !== undefined
  const of = (name: string) => ({ id: name, name, defaultValue: typed[name], problem: problems[name] })
  // Answers that the caller gave before aren't unfolded.
  const usual: Readonly<Record<string, string>> = { timeSlot: 'ASAP', contactBy: contactByOf(start?.typed ?? {}) }
  const isUsed = (names: readonly string[]) => names.some((name) => problems[name] || ![undefined, '', usual[name]].includes(typed[name]))
  const wrong = Object.entries(problems).map(([field, text]) => ({ field, text }))
  return (
    <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
      <DispatchBar />
      <AnswerInView answer={refusal ? sent : undefined}>
        {refusal && <ErrorSummary problems={wrong.length > 0 ? wrong : [{ text: refusal }]} />}
      </AnswerInView>
      <h1 className="mt-2 text-xl">{start?.returnOf ? `Return visit for ${start.reference}` : 'Booking by phone'}</h1>
      {start?.parts && <p className="mt-2 [overflow-wrap:anywhere]">{`To fit: ${start.parts}`}</p>}
      {start?.returnOf && (
        <p className="mt-2 font-bold">
          {start.parts
            ? 'This visit is free: the customer pays nothing beyond what they’ve already agreed.'
            : 'This visit is under guarantee, so it’s free for the customer.'}
        </p>
      )}
      <p className="mt-2 border-l-5 border-alarm bg-alarm-wash px-3 py-2">
        <b>Can they smell gas?</b> If so, they must leave the house first, then call the National Gas Emergency Service on 0800 111 999.
      </p>
      {draft && !sent && !start && (
        <div role="status" className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2 border-l-4 border-ink py-1 pl-4">
          <div>
            <p className="font-bold">Not booked yet: this is what you typed at {londonTimeText(draft.at)}</p>
            <p>It’s saved on this device until you book it or sign out.</p>
          </div>
          <Button type="button" look="outline" className="key-small" onClick={startAnew}>
            Clear it and start a new booking
          </Button>
        </div>
      )}
      <Form
        ref={form}
        onInput={({ currentTarget }) => setWords(wordsIn(currentTarget))}
        method="post"
        noValidate
        preventScrollReset={!price}
        key={draft && !start ? 'draft' : undefined}
        className="grid grid-cols-1 gap-x-10 lg:grid-cols-[minmax(0,1fr)_400px] xl:grid-cols-[minmax(0,1fr)_440px]"
      >
        <div className="min-w-0">
          <input type="hidden" name="key" value={typed.key || formKey} />
          {typed.enquiryId && <input type="hidden" name="enquiryId" value={typed.enquiryId} />}
          {start?.returnOf && <input type="hidden" name="returnOf" value={start.returnOf} />}
          {start?.parts && <input type="hidden" name="forParts" value="yes" />}
          <Pair>
            <TextField {...of('postcode')} label="Postcode" optional maxLength={200} autoComplete="off" />
            <TextField {...of('phone')} label="Phone" type="tel" maxLength={30} autoComplete="off" />
          </Pair>
          <KnownCaller known={known} />
          <Pair>
            <Select {...of('service')} label="Emergency">
              <option value="">Choose</option>
              <Options of={emergencyTypes.map(({ name, hint }) => [name, `${name}: ${hint}`])} />
            </Select>
            <TextArea {...of('description')} label="The problem" optional maxLength={1000} rows={2} />
          </Pair>
          <div role="status">
            {dangerToSay(said).map((text) => (
              <p key={text} className="mt-3 border-l-5 border-alarm bg-alarm-wash px-3 py-2 font-bold">
                {text}
              </p>
            ))}
          </div>
          <ChoiceGroup name="serviceLevel" label="How soon?" problem={problems.serviceLevel}>
            <div className="grid grid-cols-1 items-start gap-x-4 md:grid-cols-2">
              <Option name="serviceLevel" value="standard" title="Standard" defaultChecked={typed.serviceLevel !== 'redline'}>
                {`${nextVisit}. Or choose another time below.`}
              </Option>
              <Option
                name="serviceLevel"
                value="redline"
                title="Red Line"
                figure={poundsText(priorityFeePence.phone)}
                urgent
                disabled={redline.isSoldOut}
                defaultChecked={typed.serviceLevel === 'redline'}
              >
                {redline.isSoldOut
                  ? 'SOLD OUT for today'
                  : `An engineer will set off within ${redlineDispatchMinutes} minutes and be there within ${redlineArrivalMinutes.until}. Billed with the job. ${redline.left} of ${redlineSlotsPerDay} left today`}
                {redline.why && ` (${redline.why})`}
              </Option>
            </div>
          </ChoiceGroup>
          <Fields>
            <TextField {...of('name')} label="Name" maxLength={100} autoComplete="off" />
            <TextField {...of('address')} label="Address" optional maxLength={200} autoComplete="off" />
            <TextField
              {...of('email')}
              label="Email"
              hint="For their confirmation and private link. Without it, we’ll call them."
              optional
              type="email"
              maxLength={254}
              autoComplete="off"
            />
            <VulnerableField isVulnerable={typed.vulnerableOccupant === 'yes'} />
          </Fields>
          <Folded label="Another day or time" isWide isOpen={start?.returnOf !== undefined || isUsed(laterFields)}>
            <Fields>
              <TextField {...of('preferredDate')} label="Date" hint="Leave blank for today." type="date" min={today} optional />
              <Select {...of('timeSlot')} label="Arrival" hint="Red Line visits are always immediate.">
                <option value="ASAP">As soon as possible</option>
                {slots.map((slot) => (
                  <option key={slot}>{slot}</option>
                ))}
              </Select>
              <label className="mt-4 flex min-h-11 items-start gap-3 md:col-span-2 min-[1500px]:col-span-3">
                <input
                  type="checkbox"
                  name="startAsked"
                  value="yes"
                  defaultChecked={typed.startAsked === 'yes'}
                  className="size-6 flex-none"
                />
                <span>
                  They asked us to start in their slot
                  <span className="block text-sm text-muted">{`For a later slot, not for a business. Say: ${startToReadOut}`}</span>
                </span>
              </label>
            </Fields>
          </Folded>
          <Folded label="Getting in, updates, a business, no postcode" isWide isOpen={isUsed(rareFields)}>
            <Fields>
              <BoroughField of={of} hint="Only if they don’t know the postcode." />
              <AccessFields of={of} />
              <Select {...of('contactBy')} label="Updates by" hint="Texts only reach UK mobiles." defaultValue={contactByOf(typed)}>
                <Options of={Object.entries(contactWays)} />
              </Select>
              <BusinessField forBusiness={typed.forBusiness === 'yes'} />
            </Fields>
          </Folded>
        </div>
        <div className="mt-5 min-w-0">
          <div className="tall:lg:sticky tall:lg:top-4">
            <h2 className="sr-only">What to say</h2>
            <ReadThisOut quote={told} values={values ?? typed} />
            {question && (
              <p role="alert" className="mt-5 border-l-5 border-ink bg-lamp px-3 py-2 font-bold">
                <input type="hidden" name="confirmed" value={question.confirms} />
                {question.text} Book it anyway?
              </p>
            )}
            <div className="mt-5 flex flex-wrap gap-3">
              {canBook && (
                <Button name="intent" value="book">
                  {question ? 'Yes, book it' : 'They agree: book it'}
                </Button>
              )}
              {!(isLive && canBook) && (
                <Button name="intent" value="price" look={canBook ? 'outline' : 'ink'}>
                  {canBook ? 'Work it out again' : 'Work out the price'}
                </Button>
              )}
            </div>
          </div>
        </div>
        {canBook && <PriceInReach price={told.price} />}
      </Form>
    </div>
  )
}

/** Fields that most calls leave as they are: folded, unless one of them has a value or a problem. */
const laterFields = ['preferredDate', 'timeSlot', 'startAsked']
const rareFields = ['borough', 'accessNotes', 'siteContact', 'contactBy', 'forBusiness']
const Fields = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 items-end gap-x-4 md:grid-cols-2 min-[1500px]:grid-cols-3">{children}</div>
)

/** Two fields side by side, if there is room. */
const Pair = ({ children }: { children: ReactNode }) => <div className="grid grid-cols-1 gap-x-4 md:grid-cols-2">{children}</div>

/** With its own key, so that it is another booking. */
function startAnew() {
  forgetPhoneDraft()
  location.reload()
}
