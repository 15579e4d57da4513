import { type ReactNode, useEffect, useState } from 'react'
import { redirect } from 'react-router'
import { type AccountAnswer, answerAccountForm } from '#app/features/accounts/account-form.server.ts'
import { requireProvedOwner, requireRole } from '#app/features/accounts/guards.server.ts'
import { isRecentProof } from '#app/features/accounts/proofs.ts'
import { readPeople } from '#app/features/accounts/read-people.server.ts'
import { proofsOf } from '#app/features/accounts/sessions.server.ts'
import { claimTitles } from '#app/features/running/business-fields.ts'
import { FirstDay } from '#app/features/running/components/first-day.tsx'
import { SettingDialog } from '#app/features/running/components/setting-dialog.tsx'
import { SettingRow } from '#app/features/running/components/setting-row.tsx'
import { readFirstDay, settleFirstDay } from '#app/features/running/first-day.server.ts'
import { sectionViews } from '#app/features/running/owner-sections.ts'
import { readEnvironment, readSettingViews } from '#app/features/running/read-settings.server.ts'
import { savedTitle } from '#app/features/running/stored-settings.ts'
import { type TestResult, testWebhook } from '#app/features/running/test-webhook.server.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { namedIn } from '#app/platform/named-in-address.ts'
import { counted } from '#app/platform/next-text.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { Part } from '#app/ui/part.tsx'
import { Toaster } from '#app/ui/toaster.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/settings'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Settings')
export const headers = privateFormHeaders

const doneNotices: Record<string, AccountAnswer['notice']> = {
  saved: { title: savedTitle, text: '', tone: 'plain' },
  removed: { title: 'Removed', text: 'The server’s own setting is used instead, if there is one.', tone: 'plain' },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = await requireRole(context, request, 'owner')
  await services.published.refresh()
  const published = services.published.current()
  const [settings, environment, { people }, firstDay] = await Promise.all([
    readSettingViews(services),
    readEnvironment(services),
    readPeople(services),
    readFirstDay(services),
  ])
  return {
    notice: namedIn(request.url, doneNotices),
    firstDay,
    sections: sectionViews(published),
    unproven: claimTitles(published).filter(({ isMissing }) => isMissing).length,
    settings,
    environment,
    hasSamples: people.some(({ isSample }) => isSample),
    needsStripe: services.config.stripe === undefined,
    isProved: isRecentProof(proofsOf(viewer.session), services.clock.now()),
  }
}

interface Answer extends AccountAnswer {
  test?: TestResult
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireProvedOwner(context, request)
  return answerAccountForm<Answer>({ request, visit, viewer }, async ({ text }) => {
    if (text('intent') !== 'settle') return { test: await testWebhook(services, viewer) }
    await settleFirstDay(services, viewer, text('step'))
    return redirect('/staff/settings' satisfies SitePath, 303)
  })
}

/** The owner's settings. While a step of their first day is open, that comes first, and the index is folded below it. */
export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { notice, firstDay, sections, unproven, settings, environment, hasSamples, needsStripe, isProved } = loaderData
  // Until a recent proof, and until scripts run, each setting's link opens its page.
  const [hasDialogs, setHasDialogs] = useState(false)
  useEffect(() => setHasDialogs(isProved), [isProved])
  const overview: string = '/staff/settings/business' satisfies SitePath
  const index = (
    <div className="mt-6 gap-x-12 lg:columns-2">
      {sections.map(({ id, title, groups }) => (
        <Links key={id} id={id} title={title}>
          {groups.map((group) => (
            <Row key={group.id} href={`/staff/settings/business/${group.id}` satisfies SitePath} label={group.title} says={group.says} />
          ))}
        </Links>
      ))}
      <Links id="words" title="What customers read">
        <Row href={overview} label="Everything on one page" says="All prices, details and offers with their values, and what you changed" />
        <Row href={`${overview}#emails`} label="Emails to customers" says="Your own words at the start and end of each" />
        <Row
          href={`${overview}#claims`}
          label="Evidence for our claims"
          says={unproven === 0 ? 'All there' : `${counted(unproven, 'claim')} without evidence`}
        />
        <Row href={`${overview}#legal`} label="Legal points to settle" says="For you or a lawyer" />
      </Links>
      <Links id="people" title="People and parts">
        <Row href={'/staff/people' satisfies SitePath} label="People" says="Staff, invitations and roles" />
        <Row
          href={'/staff/parts' satisfies SitePath}
          label="Price book"
          says="The parts engineers can choose from, and what they cost us"
        />
        {hasSamples && (
          <Row
            href={'/staff/people/samples' satisfies SitePath}
            label="Remove the sample accounts"
            says="Customer, staff and owner accounts for trying things out"
          />
        )}
      </Links>
      <Links id="connections" title="Connections">
        {settings.map((view) => (
          <SettingRow key={view.setting} view={view} needsStripe={needsStripe} test={actionData?.test} />
        ))}
        <Row
          href={'/staff/deliveries' satisfies SitePath}
          label="Deliveries"
          says="What was sent by email, text and webhook, and what wasn’t"
        />
      </Links>
      <Part id="server" title="Set up on the server" className="mb-8 break-inside-avoid">
        <p className="mt-2 text-muted">These come from the server’s environment, and can only be changed there.</p>
        <details className="folded mt-1 border-b border-line">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-bold">Show them</summary>
          <Facts>
            {environment.map(({ label, says }) => (
              <Fact key={label} label={label}>
                {says}
              </Fact>
            ))}
          </Facts>
        </details>
      </Part>
    </div>
  )
  return (
    <StaffPage>
      <StaffFrame title="Settings" width="full" notice={actionData?.notice ?? (actionData ? undefined : notice)}>
        <FirstDay steps={firstDay} />
        {firstDay.every(({ isDone }) => isDone) ? (
          index
        ) : (
          <Folded label="All settings" isWide isOpen={actionData?.test !== undefined}>
            {index}
          </Folded>
        )}
        {hasDialogs && settings.map(({ setting, shown }) => <SettingDialog key={setting} setting={setting} shown={shown} />)}
      </StaffFrame>
      <Toaster />
    </StaffPage>
  )
}

/** A part of the settings; its id is its address. */
const Links = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <Part id={id} title={title} className="mb-8 break-inside-avoid">
    <ul>{children}</ul>
  </Part>
)

/** A link to a page of settings, with its state; the whole row is the target. */
const Row = ({ href, label, says }: { href: string; label: string; says: string }) => (
  <li className="border-b border-line">
    <a href={href} className="group flex min-h-11 flex-wrap items-baseline gap-x-3 py-2 leading-snug no-underline">
      <b className="underline group-hover:decoration-2">{label}</b>
      <span className="text-sm text-muted [overflow-wrap:anywhere]">{says}</span>
    </a>
  </li>
)
