import { Form } from 'react-router'
import { answerAccountForm, done } from '#app/features/accounts/account-form.server.ts'
import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { endDevice, readDevices } from '#app/features/accounts/devices.server.ts'
import { requireViewer } from '#app/features/accounts/guards.server.ts'
import { signOut } from '#app/features/accounts/sign-out.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/devices'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('Devices')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireViewer(context, request)
  return { devices: await readDevices(services, viewer) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireViewer(context, request)
  return answerAccountForm({ request, visit, viewer }, async ({ text }) => {
    if (text('intent') === 'others') {
      await signOut(services, viewer, 'others')
      return { notice: done('All other devices are signed out', 'Only this device is signed in now.') }
    }
    const name = await endDevice(services, viewer, text('device'))
    return { notice: done('Signed out', name ? `${name} is signed out.` : 'That device has already been signed out.') }
  })
}

/** The devices where someone is signed in, and buttons to end that. */
export default function Devices({ loaderData: { devices }, actionData }: Route.ComponentProps) {
  const others = devices.filter(({ isThis }) => !isThis)
  return (
    <QuietPage scene="door">
      <AuthFrame
        title="Devices"
        lead={
          <>
            You’re signed in on these devices. If you don’t recognise one, sign it out, then{' '}
            <a href={'/account/password' satisfies SitePath}>change your password</a>.
          </>
        }
        notice={actionData?.notice}
        back={{ label: 'My account', href: '/account' satisfies SitePath }}
      >
        <ul className="mt-5 border-t-2 border-ink">
          {devices.map((device) => (
            <DeviceRow key={device.id} {...device} />
          ))}
        </ul>
        {others.length > 0 ? (
          <Form method="post" className="mt-6">
            <Button name="intent" value="others" className="w-full">
              Sign out all other devices
            </Button>
          </Form>
        ) : (
          <p className="mt-5">You’re not signed in anywhere else.</p>
        )}
      </AuthFrame>
    </QuietPage>
  )
}

type DeviceRowProps = Route.ComponentProps['loaderData']['devices'][number]

function DeviceRow({ id, name, isThis, where, by, since, lastUsed }: DeviceRowProps) {
  const what = where === 'site' ? 'This website' : 'An app that uses this account'
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 border-b border-line py-3">
      <div>
        <h2 className="text-lg">{name}</h2>
        {isThis && (
          <p className="my-1">
            <span className="rounded-key bg-lamp px-2 py-0.5 text-sm font-bold">This device</span>
          </p>
        )}
        <p>
          {what}
          {by && (by === 'passkey' ? ', with your passkey' : ', with two-step verification')}
        </p>
        <p className="text-sm text-muted">
          Signed in {since}
          <br />
          {isThis ? 'In use now' : `Last used ${lastUsed}`}
        </p>
      </div>
      {/* This device signs out as by the header's button: with its cookie. */}
      {isThis ? (
        <form method="post" action={'/auth/sign-out' satisfies SitePath}>
          <SignOutButton of="this device" />
        </form>
      ) : (
        <Form method="post">
          <input type="hidden" name="device" value={id} />
          <SignOutButton of={`${name}, signed in ${since}`} />
        </Form>
      )}
    </li>
  )
}

const SignOutButton = ({ of }: { of: string }) => (
  <Button look="outline" className="key-small">
    Sign out<span className="sr-only"> {of}</span>
  </Button>
)
