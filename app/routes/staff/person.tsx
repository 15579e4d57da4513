import { Form, redirect, redirectDocument } from 'react-router'
import { answerAccountForm } from '#app/features/accounts/account-form.server.ts'
import { changePhone, changeRole } from '#app/features/accounts/change-colleague.server.ts'
import { RoleChoice } from '#app/features/accounts/components/role-choice.tsx'
import { requireProvedOwner } from '#app/features/accounts/guards.server.ts'
import { refusalTexts } from '#app/features/accounts/people-texts.ts'
import { readPerson } from '#app/features/accounts/read-people.server.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { notFound, wrongForm } from '#app/platform/refused-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/person'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta: Route.MetaFunction = ({ loaderData }) => privateMeta(loaderData?.person.name ?? 'People')
export const headers = privateFormHeaders

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { services, userId } = await requireProvedOwner(context, request)
  const person = await readPerson(services, params.id)
  if (!person) throw notFound()
  return { person, isMe: person.id === userId }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { visit, services, viewer, userId } = await requireProvedOwner(context, request)
  return answerAccountForm(
    { request, visit, viewer },
    async ({ text }) => {
      if (text('intent') === 'phone') {
        await changePhone(services, viewer, { userId: params.id, typed: text('phone') })
        return redirect(`/staff/people?done=${text('phone').trim() ? 'phone' : 'no-phone'}` satisfies SitePath, 303)
      }
      const isRemoval = text('intent') === 'remove'
      const chosen = (['owner', 'staff'] as const).find((each) => each === text('role'))
      const role = isRemoval ? 'customer' : text('intent') === 'change' ? chosen : undefined
      if (!role) throw wrongForm()
      await changeRole(services, viewer, { userId: params.id, role })
      // A former owner may not see the list.
      if (params.id === userId && role !== 'owner')
        return redirectDocument(isRemoval ? ('/account' satisfies SitePath) : ('/staff' satisfies SitePath), 303)
      return redirect(`/staff/people?done=${isRemoval ? 'removed' : 'changed'}` satisfies SitePath, 303)
    },
    { ...refusalTexts, validation_failed: 'Enter a UK phone number, like 07700 900123.' },
  )
}

/** The rights of one of the staff, and their removal. */
export default function PersonPage({ loaderData: { person, isMe }, actionData }: Route.ComponentProps) {
  const { name, email, phone, role } = person
  return (
    <StaffPage>
      <StaffFrame
        title={isMe ? `${name} (you)` : name}
        lead={email === name ? undefined : email}
        notice={actionData?.notice}
        back={{ label: 'People', href: '/staff/people' satisfies SitePath }}
      >
        <Form method="post" className="max-w-[30em]">
          <RoleChoice label={isMe ? 'What you can do' : 'What they can do'} chosen={role} />
          <Button name="intent" value="change" className="mt-4 w-full">
            Save the role
          </Button>
        </Form>
        <h2 className="mt-10 text-xl">Phone number</h2>
        <p className="mt-2 max-w-[30em]">
          {role === 'owner'
            ? 'If no engineer takes an urgent job, we text and call this number. Leave it blank to get emails only.'
            : 'Only your team can see it.'}
        </p>
        <Form method="post" className="mt-4 max-w-[30em]">
          <TextField name="phone" label="Phone" type="tel" defaultValue={phone} />
          <Button name="intent" value="phone" look="outline" className="mt-4 w-full">
            Save the number
          </Button>
        </Form>
        <h2 className="mt-10 text-xl">{isMe ? 'Give up staff access' : 'Remove from staff'}</h2>
        <p className="mt-2 max-w-[30em]">
          {isMe
            ? 'You’ll lose access to the staff area, and your account will become a customer account. To come back, you’ll need a new invitation.'
            : 'They’ll lose access to the staff area, and their account will become a customer account. To come back, they’ll need a new invitation.'}
        </p>
        <Form method="post" className="mt-4 max-w-[30em]">
          <Button name="intent" value="remove" look="outline" className="w-full">
            {isMe ? 'Give up staff access' : 'Remove from staff'}
          </Button>
        </Form>
      </StaffFrame>
    </StaffPage>
  )
}
