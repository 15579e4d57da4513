import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { EngineerAccess } from '../invite-engineer.server.ts'

interface EngineerAccessProps {
  access: EngineerAccess
  /** Until when an open invitation works, in words. */
  invitedUntil?: string
  /** Typed values and the problem, if the last submission was refused. */
  refused?: { typed: Record<string, string>; problem?: string }
}

/** Gives an engineer access to their jobs on their phone, or ends it. */
export function EngineerAccessPart({ access: { email, invited }, invitedUntil, refused }: EngineerAccessProps) {
  return (
    <section className="mt-10 max-w-[30em] border-t-2 border-ink pt-3">
      <h2 className="text-xl">Jobs on their phone</h2>
      <p className="mt-2 [overflow-wrap:anywhere]">
        {email
          ? `They sign in as ${email}, see their own jobs for today and tomorrow, and update each job themselves.`
          : invited
            ? `We’ve emailed an invitation to ${invited.email}. The link is valid until ${invitedUntil}.`
            : 'Invite them by email. They’ll see their own jobs for today and tomorrow, and update each job themselves.'}
      </p>
      {!email && (
        <Form method="post" noValidate className="mt-1">
          <TextField
            id="email"
            name="email"
            type="email"
            label={invited ? 'Send it again to' : 'Email'}
            autoComplete="off"
            inputMode="email"
            maxLength={254}
            defaultValue={refused?.typed.email ?? invited?.email ?? ''}
            problem={refused?.problem}
          />
          <Button name="intent" value="invite" look="outline" className="mt-4">
            Send invitation
          </Button>
        </Form>
      )}
      {(email || invited) && (
        <Form method="post" className="mt-4">
          <Button name="intent" value="end-access" look="outline">
            {email ? 'Sign them out and end their access' : 'Cancel invitation'}
          </Button>
        </Form>
      )}
    </section>
  )
}
