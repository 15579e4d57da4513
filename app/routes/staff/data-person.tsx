import { Form } from 'react-router'
import { type AccountAnswer, alarm, answerAccountForm, done } from '#app/features/accounts/account-form.server.ts'
import { confirmsDeletion, deletionWord } from '#app/features/accounts/deletion-word.ts'
import { requireProvedOwner } from '#app/features/accounts/guards.server.ts'
import { PersonForms, PersonFound } from '#app/features/running/components/person-data.tsx'
import {
  contactOf,
  erasePerson,
  readContactOfBooking,
  readContactOfCustomer,
  readPersonData,
} from '#app/features/running/person-data.server.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { wrongForm } from '#app/platform/refused-page.ts'
import type { Services } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/data-person'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Someone’s data')
export const headers = privateFormHeaders

/** The typed search, or the id of a customer's record. */
interface Typed {
  email: string
  phone: string
  customer?: string
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireProvedOwner(context, request)
  const query = new URL(request.url).searchParams
  const [bookingId, customer] = [query.get('booking'), query.get('customer')]
  const typed = bookingId ? await readContactOfBooking(services, bookingId) : customer ? { email: '', phone: '', customer } : undefined
  return typed ? await foundOf(services, typed) : undefined
}

async function foundOf(services: Services, typed: Typed) {
  const contact = typed.customer ? await readContactOfCustomer(services, typed.customer) : contactOf(typed)
  return { typed, contact, person: await readPersonData(services, contact) }
}

const words = {
  no_contact: 'Enter an email address, or a UK phone number like 07700 900123.',
  not_checked: 'Check who’s asking first, then tick the box.',
  nobody_found: 'Nothing is stored under that address or number.',
  of_team: 'This account is one of your team’s. Remove them from your team under People first.',
}

interface Answer extends AccountAnswer {
  found?: Awaited<ReturnType<typeof foundOf>>
  isErased?: boolean
  /** The ids of the bookings and messages to erase. */
  ticked?: string[]
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, services, viewer, userId } = await requireProvedOwner(context, request)
  return answerAccountForm<Answer>(
    { request, visit, viewer, kept: ['email', 'phone'], longest: 300 },
    async ({ text }) => {
      const typed = { email: text('email').trim(), phone: text('phone').trim(), customer: text('customer') }
      const found = await foundOf(services, typed)
      if (text('intent') === 'find') return { found }
      if (text('intent') !== 'erase') throw wrongForm()
      const { bookings, chosen } = found.person
      const ticked = [...bookings, ...chosen].map(({ id }) => id).filter((id) => text(`take-${id}`) === 'yes')
      if (!confirmsDeletion(text('confirm'))) return { found, ticked, notice: alarm('Not erased', `Type ${deletionWord} to confirm.`) }
      if (text('checked') !== 'yes') return { found, ticked, notice: alarm('Not erased', words.not_checked) }
      await erasePerson(services, { ownerId: userId, contact: found.contact, isChecked: true, only: ticked })
      found.person.bookings = bookings.filter(({ id }) => ticked.includes(id))
      return { found, isErased: true, notice: done('Erased', 'Below is what we must keep, and what goes once it has ended.') }
    },
    words,
  )
}

/** Finds someone who asks for their data or its erasure; the owner exports or erases it. */
export default function DataOfPerson({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData as Partial<Answer> | undefined
  const found = answer?.found ?? (answer ? undefined : loaderData)
  const typed = found?.typed ?? answer?.typed
  return (
    <StaffPage>
      <StaffFrame
        title="Someone’s data"
        lead="Customers may ask for a copy of their data, or to be erased. You have one month to answer. The audit log keeps what you did, and for which booking or account."
        notice={answer?.notice}
        back={{ label: 'Old data', href: '/staff/data' satisfies SitePath }}
      >
        {found && <PersonFound person={found.person} isErased={answer?.isErased === true} />}
        {found && !answer?.isErased && <PersonForms {...found.typed} person={found.person} ticked={answer?.ticked} />}
        <h2 className="mt-10 text-xl">{found ? 'Find someone else' : 'Find them'}</h2>
        <Form method="post" action={'/staff/data/person' satisfies SitePath} noValidate className="max-w-[30em]">
          <TextField
            name="email"
            label="Email"
            type="email"
            defaultValue={found ? '' : typed?.email}
            hint="With both, we find bookings with either."
          />
          <TextField name="phone" label="Phone" type="tel" defaultValue={found ? '' : typed?.phone} />
          <Button name="intent" value="find" className="mt-5 w-full">
            Find
          </Button>
        </Form>
      </StaffFrame>
    </StaffPage>
  )
}
