import { data, Form, redirect } from 'react-router'
import { answerAccountForm } from '#app/features/accounts/account-form.server.ts'
import { requireProvedOwner } from '#app/features/accounts/guards.server.ts'
import { NewSecret, SettingFields } from '#app/features/running/components/setting-fields.tsx'
import { readSecretOrigin, readSettingView } from '#app/features/running/read-settings.server.ts'
import { settingProblem } from '#app/features/running/setting-problems.ts'
import { NotStored, removeSetting, renewWebhookSecret, storeSetting } from '#app/features/running/store-setting.server.ts'
import {
  type SettingAnswer,
  type StoredSetting,
  savedTitle,
  saveFailed,
  settingWords,
  storedSettings,
} from '#app/features/running/stored-settings.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { targetPolicy } from '#app/platform/config.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { failureWords } from '#app/ui/failed-submit.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/settings-stored'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Setting')
export const headers = privateFormHeaders

function settingOf(name: string): StoredSetting {
  const setting = storedSettings.find((each) => each === name)
  if (!setting) throw notFound()
  return setting
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { services } = await requireProvedOwner(context, request)
  const view = await readSettingView(services, settingOf(params.setting))
  return { ...view, secretFrom: view.setting === 'webhook' ? await readSecretOrigin(services) : undefined }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireProvedOwner(context, request)
  const setting = settingOf(params.setting)
  return answerAccountForm<SettingAnswer>(
    { request, visit, viewer, kept: ['value'] },
    async ({ text }) => {
      const typed = { value: text('value') }
      const value = typed.value.trim()
      const notice = (title: string, says = '') => ({ title, text: says, tone: 'plain' as const })
      try {
        switch (text('intent')) {
          case 'validate': {
            const problem = settingProblem(setting, value, targetPolicy(services.config))
            return problem ? data({ problem, typed }, 400) : { notice: notice(settingWords[setting].validated), typed }
          }
          case 'remove':
            await removeSetting(services, viewer, setting)
            return redirect('/staff/settings?done=removed' satisfies SitePath, 303)
          case 'secret':
            return setting === 'webhook'
              ? {
                  notice: notice('New signing secret', 'Webhooks are now signed with it.'),
                  secret: await renewWebhookSecret(services, viewer),
                }
              : data({}, 400)
          default: {
            const { problem, secret } = await storeSetting(services, viewer, { setting, value })
            if (problem) return data({ problem, typed }, 400)
            if (!secret && text('place') !== 'dialog') return redirect('/staff/settings?done=saved' satisfies SitePath, 303)
            return { notice: notice(savedTitle), isSaved: true, secret }
          }
        }
      } catch (error) {
        if (!(error instanceof NotStored)) throw error
        return data({ notice: { ...saveFailed, tone: 'alarm' as const }, typed }, 500)
      }
    },
    { not_owner: 'You’re no longer an owner.' },
  )
}

/** A setting's form as a page: replaces the dialog without JavaScript, and has the button to remove it. */
export default function StoredSettingPage({ loaderData: { setting, shown, from, secretFrom }, actionData }: Route.ComponentProps) {
  const answer: SettingAnswer | undefined = actionData
  const action = `/staff/settings/stored/${setting}` satisfies SitePath
  return (
    <StaffPage>
      <StaffFrame
        title={settingWords[setting].title}
        notice={answer?.notice}
        back={{ label: 'Settings', href: '/staff/settings' satisfies SitePath }}
      >
        <div className="mt-6 max-w-[30em]">
          {answer?.problem && <ErrorSummary problems={[{ field: 'value', text: answer.problem }]} />}
          {answer?.secret ? (
            <>
              <NewSecret secret={answer.secret} />
              <ButtonLink href={'/staff/settings' satisfies SitePath} className="mt-6 w-full">
                I’ve copied it
              </ButtonLink>
            </>
          ) : (
            <Form method="post" action={action} replace noValidate {...failureWords(saveFailed)}>
              <SettingFields
                setting={setting}
                shown={shown}
                answer={answer}
                cancel={
                  <ButtonLink look="outline" href={'/staff/settings' satisfies SitePath}>
                    Cancel
                  </ButtonLink>
                }
              />
            </Form>
          )}
          {!answer?.secret && setting === 'webhook' && (from !== 'nowhere' || secretFrom !== 'nowhere') && (
            <Form method="post" action={action} replace id="secret" className="mt-10 border-t border-line pt-5">
              <h2 className="text-xl">Signing secret</h2>
              <p className="mt-1">
                {secretText(secretFrom)} A new secret is only shown once and is used from the next webhook onwards, so give it to the
                receiving service straight away.
              </p>
              <Button name="intent" value="secret" look="outline" className="mt-4 w-full">
                Create a new signing secret
              </Button>
            </Form>
          )}
          {!answer?.secret && (from === 'stored' || from === 'unreadable') && (
            <Form method="post" action={action} replace id="remove" className="mt-10 border-t border-line pt-5">
              <h2 className="text-xl">Remove it</h2>
              <p className="mt-1">The server’s own setting will be used instead, if there is one.</p>
              <Button name="intent" value="remove" look="outline" className="mt-4 w-full">
                Remove stored value
              </Button>
            </Form>
          )}
        </div>
      </StaffFrame>
    </StaffPage>
  )
}

function secretText(from: string | undefined): string {
  if (from === 'stored') return 'You have a signing secret.'
  if (from === 'environment') return 'It comes from the server’s environment.'
  return from === 'unreadable'
    ? 'The stored secret can’t be read, so create a new one.'
    : 'There isn’t one yet, so webhooks can’t be signed or sent.'
}
