import { useState } from 'react'
import { Form } from 'react-router'
import { type AccountAnswer, alarm, answerAccountForm, done } from '#app/features/accounts/account-form.server.ts'
import { readAlertChoices, saveAlertChoices } from '#app/features/accounts/alert-choices.server.ts'
import { type AlertKind, alertKinds } from '#app/features/accounts/alert-choices.ts'
import { AuthFrame } from '#app/features/accounts/components/auth-frame.tsx'
import { pushTo, readSubscriptions, removeSubscription } from '#app/features/accounts/push-subscriptions.server.ts'
import { takeTurns } from '#app/features/accounts/take-turns.server.ts'
import { AlertSwitch, forgetHere } from '#app/features/site/components/alert-switch.tsx'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { limits } from '#app/platform/limits.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { pushKey } from '#app/platform/push.ts'
import { spokenMoment } from '#app/platform/spoken-moment.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { ChoiceGroup, TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/alerts'
import { requireAlertsViewer } from './alerts-viewer.server.ts'

export const handle: RouteHandle = { hydrate: true }
export const meta = () => privateMeta('Alerts')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireAlertsViewer(context, request)
  const { account } = viewer
  const now = services.clock.now()
  const devices = await readSubscriptions(services.db, account.user.id)
  return {
    key: await pushKey(services),
    isCustomerAccount: account.user.role === 'customer',
    choices: await readAlertChoices(services, viewer),
    devices: devices.map(({ id, device, createdAt, lastSentAt, failedAt }) => ({
      ...{ id, name: device, since: spokenMoment(createdAt, now) },
      lastSent: lastSentAt && spokenMoment(lastSentAt, now),
      hasFailed: failedAt !== null,
    })),
  }
}

const noDevice = alarm('Not sent', 'This device no longer takes alerts, so we’ve removed it. Switch alerts on again on that device.')

/** Removes a device, sends it a test, or stores the choice of alerts. */
export async function action({ request, context }: Route.ActionArgs) {
  const { visit, services, viewer, userId } = await requireAlertsViewer(context, request)
  return answerAccountForm<AccountAnswer>({ request, visit, viewer, kept: [...alertKinds, 'quiet', 'from', 'until'] }, async ({ text }) => {
    const to = { device: text('device'), userId }
    if (text('intent') === 'choose') {
      const quiet = text('quiet') === 'yes' ? { from: text('from'), until: text('until') } : { from: '00:00', until: '00:00' }
      await saveAlertChoices(services, viewer, { chosen: alertKinds.filter((kind) => text(kind) === 'yes'), quiet })
      return { notice: done('Saved', 'Your alerts are as you’ve chosen.') }
    }
    if (text('intent') !== 'test') {
      await removeSubscription(services.db, to.userId, to.device)
      return { notice: done('Removed', 'That device no longer gets alerts.') }
    }
    await takeTurns(services, [limits.authAsk, visit.clientKey])
    const path = '/account/alerts' satisfies SitePath
    const test = { title: 'Test alert', body: 'Alerts reach this device.', path, about: to.device }
    const came = await pushTo(services, to, test, { ttlSeconds: 60 }).catch(() => 'failed' as const)
    if (came === 'gone') return { notice: noDevice }
    if (came === 'failed') return { notice: alarm('Not sent', 'The device’s push service didn’t take the test. Please try again.') }
    const help = 'If it doesn’t appear within a minute, check that the device isn’t set to Do Not Disturb and allows notifications.'
    return { notice: done('Test sent', help) }
  })
}

/** Alerts on this device and others. Without scripts they can be tested and removed. */
export default function Alerts({ loaderData: { key, isCustomerAccount, devices, choices }, actionData }: Route.ComponentProps) {
  const [here, setHere] = useState<string>()
  const back = isCustomerAccount
    ? { label: 'Your jobs', href: '/engineer' satisfies SitePath }
    : { label: 'Board', href: '/staff' satisfies SitePath }
  return (
    <QuietPage scene="door">
      <AuthFrame
        title="Alerts"
        lead="News of your jobs, and of jobs that need an engineer, on this device’s screen, even while the website is closed. Alerts never show a customer’s name, number or address."
        notice={actionData?.notice}
        back={back}
      >
        <AlertSwitch siteKey={key} devices={devices.map(({ id }) => id)} onHere={setHere} />
        <noscript>
          <p className="mt-5">To switch alerts on, turn on JavaScript and load this page again.</p>
        </noscript>
        {devices.length > 0 && <h2 className="mt-8 text-xl">Devices with alerts</h2>}
        <ul className="mt-3 border-t-2 border-ink empty:hidden">
          {devices.map((device) => (
            <DeviceRow key={device.id} {...device} isHere={device.id === here} />
          ))}
        </ul>
        <Choices choices={typedIn(actionData?.typed, choices)} />
      </AuthFrame>
    </QuietPage>
  )
}

const kindTexts: Record<AlertKind, { label: string; hint: string }> = {
  open_jobs: { label: 'Urgent jobs', hint: 'Jobs that no engineer has, or that no one has dealt with in time' },
  own_jobs: { label: 'Your own jobs', hint: 'New, moved and cancelled jobs, and messages from your customers' },
  bookings: { label: 'New bookings', hint: 'Every online booking until a colleague accepts it' },
  messages: { label: 'Messages from customers', hint: 'Every message about a booking' },
  reviews: { label: 'Reviews', hint: 'Every new review of a visit' },
  alarms: {
    label: 'Alarms about the website',
    hint: 'If online booking fails or a customer gives us one or two stars, for example. We’ll text you too, if we have your number.',
  },
}

type Chosen = Route.ComponentProps['loaderData']['choices']

/** The choices of a refused form, if this one was refused, else the stored ones. */
function typedIn(typed: Record<string, string> | undefined, { kinds, quiet }: Chosen): Chosen & { isQuiet: boolean } {
  if (typed?.from === undefined) return { kinds, quiet, isQuiet: quiet.from !== quiet.until }
  return {
    kinds: kinds.map(({ kind }) => ({ kind, isOn: typed[kind] === 'yes' })),
    quiet: { from: typed.from, until: typed.until ?? '' },
    isQuiet: typed.quiet === 'yes',
  }
}

/** The form for kinds of alerts and quiet hours. */
function Choices({ choices: { kinds, quiet, isQuiet } }: { choices: ReturnType<typeof typedIn> }) {
  const times = isQuiet ? quiet : { from: '22:00', until: '07:00' }
  return (
    <Form method="post" className="mt-10" key={JSON.stringify([kinds, quiet])}>
      <h2 className="text-xl">What to alert you to</h2>
      {kinds.map(({ kind, isOn }) => (
        <label key={kind} className="flex min-h-12 gap-3 border-b border-line py-3">
          <input type="checkbox" name={kind} value="yes" defaultChecked={isOn} className="size-6 flex-none accent-ink" />
          <span className="min-w-0">
            <b>{kindTexts[kind].label}</b>
            <span className="block text-sm text-muted">{kindTexts[kind].hint}</span>
          </span>
        </label>
      ))}
      <ChoiceGroup
        name="quiet"
        label="Quiet hours"
        hint="We’ll keep alerts until the end of these hours. Urgent jobs and alarms that can’t wait still come through, and so does everything while you’re on shift or on call."
        className="mt-6"
      >
        <label className="mt-1 flex min-h-11 items-center gap-3">
          <input type="checkbox" name="quiet" value="yes" defaultChecked={isQuiet} className="size-6 flex-none accent-ink" />
          Have quiet hours
        </label>
        <div className="grid grid-cols-2 gap-x-3">
          <TextField name="from" label="From" type="time" defaultValue={times.from} />
          <TextField name="until" label="Until" type="time" defaultValue={times.until} />
        </div>
      </ChoiceGroup>
      <Button name="intent" value="choose" className="mt-5 w-full">
        Save
      </Button>
    </Form>
  )
}

type DeviceRowProps = Route.ComponentProps['loaderData']['devices'][number] & { isHere: boolean }

function DeviceRow({ id, name, since, lastSent, hasFailed, isHere }: DeviceRowProps) {
  return (
    <li className="border-b border-line py-3">
      <h3 className="text-lg">
        {name}
        {isHere && <span className="ml-2 rounded-key bg-lamp px-2 py-0.5 text-sm font-bold">This device</span>}
      </h3>
      <p className="text-sm text-muted">
        Switched on {since}
        <br />
        {lastSent ? `Last alert ${lastSent}` : 'No alert yet'}
      </p>
      {hasFailed && <p className="mt-1 font-bold">The last alert couldn’t be delivered.</p>}
      <Form method="post" className="mt-3 flex flex-wrap gap-3">
        <input type="hidden" name="device" value={id} />
        <Button name="intent" value="test" look="outline" className="key-small">
          Send a test<span className="sr-only"> to {name}</span>
        </Button>
        <Button name="intent" value="remove" look="outline" className="key-small" onClick={isHere ? forgetHere : undefined}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </Form>
    </li>
  )
}
