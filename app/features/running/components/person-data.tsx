import { Form } from 'react-router'
import { deletionWord } from '#app/features/accounts/deletion-word.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { PersonView } from '../person-data.server.ts'

/** The data of someone, and the part of it that stays after an erasure. */
export function PersonFound({ person, isErased }: { person: PersonView; isErased: boolean }) {
  const { bookings, account, textsAndCalls, hasStoppedTexts, chosen } = person
  const kept = bookings.flatMap(({ reference, kept: reasons }) => reasons.map((reason) => ({ reference, ...reason })))
  const open = bookings.filter((each) => each.isOpen)
  return (
    <>
      {!isErased && (
        <>
          <h2 className="mt-6 text-xl">What’s stored</h2>
          <Points
            points={[
              ...(account === 'customer'
                ? ['An account']
                : account === 'team'
                  ? ['An account of your team, which can’t be erased here']
                  : []),
              bookings.length === 0 ? 'No bookings' : bookings.length === 1 ? 'One booking' : `${bookings.length} bookings`,
              ...(textsAndCalls > 0 ? [`Texts and calls without a booking: ${textsAndCalls}`] : []),
              ...chosen.filter(({ isSure }) => isSure).map(({ text }) => `Chosen by us, on the site: ${text}`),
            ]}
          />
        </>
      )}
      <h2 className="mt-8 text-xl">{isErased ? 'What we keep, and why' : 'What stays if you erase it'}</h2>
      <Points
        points={[
          ...open.map(({ reference }) => `${reference}: it’s still open. Their details go once it’s over.`),
          ...kept.map(({ reference, what, until }) =>
            until ? `${reference}: ${what}, until ${until}` : `${reference}: ${what}. Their details go once it’s settled.`,
          ),
          'Of every booking: reference, dates, type of job, borough, price and status, without their name',
          'Of a bill: their name and address, as the law asks of an invoice. Of gas work: what was examined and measured',
          ...(hasStoppedTexts ? ['Their number, so that we don’t text it again: they asked for that'] : []),
          'Encrypted backups have everything until they expire. If you restore one, it’s erased again',
        ]}
      />
    </>
  )
}

interface PersonFormsProps {
  email: string
  phone: string
  customer?: string
  person: PersonView
  /** Ids of bookings and messages that were ticked when the form was refused. */
  ticked?: readonly string[]
}

/** The two things that an owner may do for someone. */
export function PersonForms({ email, phone, customer, person: { bookings, chosen }, ticked }: PersonFormsProps) {
  const hidden = (
    <>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="phone" value={phone} />
      {customer && <input type="hidden" name="customer" value={customer} />}
    </>
  )
  return (
    <>
      <h2 className="mt-8 text-xl">Export</h2>
      <p className="mt-2">
        One JSON file with everything, photos included. Send it only to the person it’s about. {others}
        What’s stored under an address or number that they have too is left out.
      </p>
      <form method="post" action={'/staff/data/copy' satisfies SitePath} className="max-w-[30em]">
        {hidden}
        <BookingTicks of="export" bookings={bookings} />
        <Checked id="export-checked" />
        <Button look="outline" className="mt-3 w-full">
          Download their data
        </Button>
      </form>
      <h2 className="mt-8 text-xl">Erase</h2>
      <p className="mt-2">This can’t be undone. {others} What’s stored under an address or number that they have too then stays.</p>
      <Form method="post" action={'/staff/data/person' satisfies SitePath} noValidate className="max-w-[30em]">
        {hidden}
        <fieldset className="mt-3 border-t-2 border-ink">
          <legend className="sr-only">What to erase</legend>
          <BookingTicks of="erase" bookings={bookings} ticked={ticked} />
          {chosen
            .filter(({ isSure }) => !isSure)
            .map(({ id, text }) => (
              <div key={id} className="border-b border-line">
                <Tick of="erase" id={id} isTicked={ticked?.includes(id) === true}>
                  {`Chosen by us, maybe theirs by the name: ${text}`}
                </Tick>
              </div>
            ))}
        </fieldset>
        <Checked id="erase-checked" />
        <TextField name="confirm" label={`Type ${deletionWord} to confirm`} autoComplete="off" maxLength={20} className="max-w-[12em]" />
        <Button name="intent" value="erase" className="mt-4 w-full">
          Erase their data
        </Button>
      </Form>
    </>
  )
}

const others = 'Untick what’s someone else’s with the same phone or email: another person of the household, or a tenant of the same agent.'

/** The bookings to take, all of them unless some are unticked. */
const BookingTicks = ({
  of,
  bookings,
  ticked,
}: { of: 'export' | 'erase' } & Pick<PersonView, 'bookings'> & Pick<PersonFormsProps, 'ticked'>) =>
  bookings.map(({ id, reference, name, postcode, createdOn, statusText }) => (
    <div key={id} className="flex items-center gap-4 border-b border-line">
      <Tick of={of} id={id} isTicked={!ticked || ticked.includes(id)}>
        {[reference, name, postcode, createdOn, statusText].filter(Boolean).join(', ')}
      </Tick>
      <a href={`/staff/bookings/${id}`} className="inline-flex min-h-11 items-center" aria-label={`Open ${reference}`}>
        Open
      </a>
    </div>
  ))

const Tick = ({ of, id, isTicked, children }: { of: 'export' | 'erase'; id: string; isTicked: boolean; children: string }) => (
  <label htmlFor={`${of}-${id}`} className="flex min-h-11 grow items-center gap-3 py-1 [overflow-wrap:anywhere]">
    <input
      id={`${of}-${id}`}
      type="checkbox"
      name={`take-${id}`}
      value="yes"
      defaultChecked={isTicked}
      className="size-6 flex-none accent-ink"
    />
    {children}
  </label>
)

const Checked = ({ id }: { id: string }) => (
  <label htmlFor={id} className="mt-3 flex min-h-11 items-center gap-3 font-bold">
    <input id={id} type="checkbox" name="checked" value="yes" className="size-6 flex-none accent-ink" />
    I’ve checked that it’s them who’s asking
  </label>
)

const Points = ({ points }: { points: readonly string[] }) => (
  <ul className="mt-2 grid list-disc gap-2 pl-5">
    {points.map((text) => (
      <li key={text} className="[overflow-wrap:anywhere]">
        {text}
      </li>
    ))}
  </ul>
)
