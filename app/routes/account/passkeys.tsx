import { Form, redirect } from 'react-router'
import { answerAccountForm, done } from '#app/features/accounts/account-form.server.ts'
import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { PasskeyButton } from '#app/features/accounts/components/passkey-button.tsx'
import { requireProvedViewer } from '#app/features/accounts/guards.server.ts'
import { mostPasskeys } from '#app/features/accounts/passkey-limits.ts'
import { readPasskeys, removePasskey, renamePasskey } from '#app/features/accounts/passkeys.server.ts'
import { hasPasskeys } from '#app/features/accounts/webauthn.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { namedIn } from '#app/platform/named-in-address.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { spokenMoment } from '#app/platform/spoken-moment.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/passkeys'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('Passkeys')
export const headers = privateFormHeaders

const page = '/account/passkeys' satisfies SitePath

const notices = {
  added: done('Passkey added', 'Use it the next time you sign in.'),
  renamed: done('Name saved', 'Only you can see it.'),
  removed: done(
    'Passkey removed',
    'It no longer signs you in, and we’ve signed out any device that used it. Delete it on your device too.',
  ),
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, userId } = await requireProvedViewer(context, request)
  const now = services.clock.now()
  const passkeys = await readPasskeys(services.db, userId)
  return {
    passkeys: passkeys.map(({ id, friendlyName, createdAt, lastUsedAt, blockedAt }) => ({
      id,
      name: friendlyName,
      added: spokenMoment(createdAt, now),
      lastUsed: lastUsedAt && spokenMoment(lastUsedAt, now),
      isBlocked: blockedAt !== null,
    })),
    mayAdd: hasPasskeys(services) && passkeys.length < mostPasskeys,
    notice: namedIn(request.url, notices),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireProvedViewer(context, request)
  return answerAccountForm(
    { request, visit, viewer },
    async ({ text }) => {
      if (text('intent') === 'remove') {
        await removePasskey(services, viewer, text('passkey'))
        return redirect(`${page}?done=removed`, 303)
      }
      await renamePasskey(services, viewer, text('passkey'), { friendly_name: text('name').slice(0, 50) })
      return redirect(`${page}?done=renamed`, 303)
    },
    {
      webauthn_credential_not_found: 'That passkey has already been removed.',
      validation_failed: 'Enter a name for the passkey, like My phone.',
    },
  )
}

/** Someone's passkeys: adding one needs a browser that can; a name and the way to remove one work without JavaScript. */
export default function Passkeys({ loaderData: { passkeys, mayAdd, notice }, actionData }: Route.ComponentProps) {
  return (
    <QuietPage scene="door">
      <AuthFrame
        title="Passkeys"
        lead="Sign in with your fingerprint, your face or your device’s PIN. There’s nothing to remember, and nothing a fake website could ask you for."
        notice={actionData?.notice ?? notice}
        back={{ label: 'My account', href: '/account' satisfies SitePath }}
      >
        {passkeys.length > 0 && (
          <ul className="mt-6 mb-6 border-t-2 border-ink">
            {passkeys.map((passkey) => (
              // Remounted after a change of name, which closes it, as reloading the page does.
              <PasskeyItem key={`${passkey.id} ${passkey.name}`} {...passkey} />
            ))}
          </ul>
        )}
        {mayAdd && (
          <PasskeyButton action={`${page}/new`} does="create" look="ink" next={`${page}?done=added`}>
            {passkeys.length > 0 ? 'Add another passkey' : 'Add a passkey'}
          </PasskeyButton>
        )}
        <noscript>
          <p className="mt-5">To add a passkey, turn on JavaScript and load this page again.</p>
        </noscript>
        <p className="mt-5 text-muted">
          Your password and the links we email you keep working, so you can still sign in if you lose a device.
        </p>
      </AuthFrame>
    </QuietPage>
  )
}

type PasskeyItemProps = Route.ComponentProps['loaderData']['passkeys'][number]

function PasskeyItem({ id, name, added, lastUsed, isBlocked }: PasskeyItemProps) {
  return (
    <li className="border-b border-line py-3">
      <h2 className="text-lg [overflow-wrap:anywhere]">{name}</h2>
      <p className="text-sm text-muted">
        Added {added}
        <br />
        {lastUsed ? `Last used ${lastUsed}` : 'Not used yet'}
      </p>
      {isBlocked && (
        <p className="mt-1 font-bold">Blocked: there may be a copy of this passkey. Remove it, then add a new one on your device.</p>
      )}
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-bold underline">
          Rename or remove<span className="sr-only"> {name}</span>
        </summary>
        <Form method="post" noValidate>
          <input type="hidden" name="passkey" value={id} />
          <TextField id={`name-${id}`} name="name" label="Name" autoComplete="off" maxLength={50} defaultValue={name} required />
          <div className="mt-4 mb-2 flex flex-wrap gap-3">
            <Button name="intent" value="rename" look="outline" className="key-small">
              Save name
            </Button>
            <Button name="intent" value="remove" look="outline" className="key-small">
              Remove passkey
            </Button>
          </div>
        </Form>
      </details>
    </li>
  )
}
