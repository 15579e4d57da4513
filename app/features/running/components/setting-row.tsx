import type { MouseEvent } from 'react'
import { Form } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Tooltip } from '#app/ui/staff-tooltip.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { SettingView } from '../read-settings.server.ts'
import { type StoredSetting, settingWords } from '../stored-settings.ts'
import type { TestResult } from '../test-webhook.server.ts'
import { openSettingDialog } from './setting-dialog.tsx'

/** A setting with its present value, and the ways to change, try and remove it. `test`: the answer to a test just sent. */
export function SettingRow({
  view: { setting, shown, from },
  needsStripe,
  test,
}: {
  view: SettingView
  needsStripe: boolean
  test?: TestResult
}) {
  const { title } = settingWords[setting]
  const href = `/staff/settings/stored/${setting}` satisfies SitePath
  const isStored = from === 'stored' || from === 'unreadable'
  return (
    <li className="border-b border-line py-3">
      <h3 className="text-lg">{title}</h3>
      <p className="[overflow-wrap:anywhere]">
        {shown ?? (from === 'unreadable' ? 'Stored, but it can’t be read. Set it again.' : 'Not set.')}
      </p>
      <p className="text-sm text-muted">
        {from === 'stored' && 'Stored here, encrypted.'}
        {from === 'environment' && 'From the server’s environment.'}
        {setting === 'payment-link' && needsStripe && ' It’ll be used once the server has Stripe’s keys.'}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
        <ButtonLink
          href={href}
          look="outline"
          className="key-small"
          aria-label={`${shown ? 'Change' : 'Set'}: ${title}`}
          onClick={(event) => openInPlace(event, setting)}
        >
          {shown ? 'Change' : 'Set'}
        </ButtonLink>
        {setting === 'webhook' && shown && (
          <>
            <Form method="post" action={'/staff/settings' satisfies SitePath} replace preventScrollReset>
              <Tooltip id="about-test" text="Sends a made-up booking to this address now, and shows the response.">
                <Button look="outline" className="key-small">
                  Send a test
                </Button>
              </Tooltip>
            </Form>
            <Tooltip id="about-secret" text="The receiving service uses it to check that bookings really come from this website.">
              <a href={`${href}#secret`} className="inline-flex min-h-11 items-center">
                Signing secret
              </a>
            </Tooltip>
          </>
        )}
        {isStored && (
          <a href={`${href}#remove`} aria-label={`Remove: ${title}`} className="inline-flex min-h-11 items-center">
            Remove
          </a>
        )}
      </div>
      {setting === 'webhook' && test && <Tested test={test} />}
    </li>
  )
}

/** A plain click opens the dialog; with a modifier key, or without a dialog, the link opens the page. */
function openInPlace(event: MouseEvent, setting: StoredSetting) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (openSettingDialog(setting)) event.preventDefault()
}

function Tested({ test: { isDelivered, tookMs, says, body } }: { test: TestResult }) {
  return (
    <div role={isDelivered ? 'status' : 'alert'} className={`mt-3 border-l-4 py-1 pl-4 ${isDelivered ? 'border-ok' : 'border-alarm'}`}>
      <p className="font-bold">{isDelivered ? 'The test arrived' : 'The test didn’t arrive'}</p>
      <p className="[overflow-wrap:anywhere]">
        {says}, after {tookMs} ms.
      </p>
      {body && <p className="text-sm text-muted [overflow-wrap:anywhere]">It replied: {body}</p>}
    </div>
  )
}
