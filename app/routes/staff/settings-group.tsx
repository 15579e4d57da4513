import { useState } from 'react'
import { data, redirectDocument, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { type AccountAnswer, answerAccountForm } from '#app/features/accounts/account-form.server.ts'
import { requireProvedOwner } from '#app/features/accounts/guards.server.ts'
import { previewMail } from '#app/features/messages/preview-mail.server.ts'
import { type OwnerField, type OwnerGroup, ownerGroup, usualOf, valueText } from '#app/features/running/business-fields.ts'
import { changeBusiness, takeBack } from '#app/features/running/change-business.server.ts'
import { OwnerForm } from '#app/features/running/components/business-form.tsx'
import { OfferCapsTable } from '#app/features/running/components/offer-caps-table.tsx'
import { capsTable } from '#app/features/running/offer-caps.ts'
import { readGroup } from '#app/features/running/read-business-fields.ts'
import { type FormerValue, readFormerValues, readRevision } from '#app/features/running/read-settings.server.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { londonDay } from '#app/platform/london.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { Services } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import { type LondonDay, longDayTextFrom } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { neededDetails } from '#content/missing-details.ts'
import type { Route } from './+types/settings-group'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta: Route.MetaFunction = ({ loaderData }) => privateMeta(loaderData?.title ?? 'The business')
export const headers = privateFormHeaders

function groupOf({ published }: Services, id: string): OwnerGroup {
  const group = ownerGroup(id, published.current())
  if (!group) throw notFound()
  return group
}

/** The present values, even if another instance has just changed them. */
async function readGroupForm(services: Services, id: string) {
  // The revision first: values read after it can only be newer, and are then not overwritten.
  const revision = await readRevision(services, groupOf(services, id).id)
  await services.published.refresh()
  const { fields, title, lead } = groupOf(services, id)
  const former = await readFormerValues(services, id)
  const today = londonDay(services.clock.now())
  const needed = id === 'details' ? neededDetails(services.published.current().details).map(({ field }) => field) : []
  const views = fields.map((field) => {
    const { name, label, hint, kind, options } = field
    const [typed, usual] = [field.shown(services.published.current()), usualOf(field)]
    return {
      name,
      label,
      hint,
      kind,
      // Details that the law requires may be left empty, but the site then doesn't open.
      optional: field.optional && !needed.includes(name),
      options,
      typed,
      now: valueText(field, typed),
      usual: typed === usual ? undefined : valueText(field, usual),
      former: formerText(field, former.get(name), today),
    }
  })
  const caps = capsTable(id, services.published.current().prices)
  return {
    title,
    lead,
    caps,
    form: { group: id, revision, isEvidence: id.startsWith('claim-'), hasPreview: id.startsWith(mailPrefix), fields: views },
  }
}

/** '£60, changed by Ann on Tuesday 3 November'. */
function formerText(field: OwnerField, former: FormerValue | undefined, today: LondonDay): string | undefined {
  if (!former) return undefined
  return `${valueText(field, former.before)}, changed by ${former.by ?? 'a former owner'} on ${longDayTextFrom(londonDay(former.at), today)}`
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { services } = await requireProvedOwner(context, request)
  return readGroupForm(services, params.group)
}

const mailPrefix = 'mail-'

/** Returns an email with the typed texts, as it would be sent; or the problems with them. */
function previewOf(services: Services, group: OwnerGroup, typed: Record<string, string>) {
  const { prices } = services.published.current()
  const read = readGroup(group, typed, { today: londonDay(services.clock.now()), prices })
  if ('problems' in read) return data({ typed, problems: read.problems }, 400)
  return { typed, preview: previewMail(services, group.id.slice(mailPrefix.length), read.values) }
}

interface Answer extends AccountAnswer {
  problems?: Record<string, string>
  preview?: string
  isOld?: boolean
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireProvedOwner(context, request)
  const group = groupOf(services, params.group)
  const names = group.fields.map(({ name }) => name)
  return answerAccountForm<Answer>(
    { request, visit, viewer, longest: 10_000, kept: names },
    async ({ text }) => {
      const typed = Object.fromEntries(names.map((name) => [name, text(name)]))
      const revision = Math.max(0, Math.trunc(Number(text('revision')))) || 0
      if (text('intent') === 'preview') return previewOf(services, group, typed)
      const field = /^usual-([\w-]+)$/.exec(text('intent'))?.[1]
      const change = { group, revision }
      const changed = await (field
        ? takeBack(services, viewer, { ...change, field })
        : changeBusiness(services, viewer, { ...change, typed }))
      if (changed.at === 'problem') return data({ problems: changed.problems, typed }, 400)
      if (changed.at === 'changed_since') return data({ isOld: true, typed }, 409)
      // Needs a whole page load: a page's business details come with its document.
      if (!field || group.id.startsWith('claim-'))
        return redirectDocument(`/staff/settings/business?saved=${group.id}` satisfies SitePath, 303)
      // Other fields keep their values, saved or not.
      const { [field]: _, ...others } = typed
      const reset = group.fields.find(({ name }) => name === field)
      return {
        notice: {
          title: 'Reset to usual',
          text: reset ? `${reset.label}: ${valueText(reset, usualOf(reset))}` : '',
          tone: 'plain' as const,
        },
        typed: others,
      }
    },
    { not_owner: 'You’re no longer an owner.' },
  )
}

/** Also if another owner was faster: the form is then sent with their revision. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || actionStatus === 409

/** The form of one group of business details. */
export default function BusinessGroup({ loaderData: { title, lead, caps, form }, actionData }: Route.ComponentProps) {
  // The router drops the response when someone follows a link of the error summary: the typed values must stay.
  const [{ answer, count }, setAnswered] = useState<{ answer?: Answer; count: number }>({ answer: actionData, count: 0 })
  const hasArrived = useNavigation().state === 'idle'
  // A new form for each answer, with the values that are read after it.
  if (hasArrived && actionData && actionData !== answer) setAnswered({ answer: actionData, count: count + 1 })
  return (
    <StaffPage>
      <StaffFrame
        title={title}
        notice={answer?.notice}
        back={{ label: 'The business', href: '/staff/settings/business' satisfies SitePath }}
      >
        <p className="mt-3 max-w-[34em]">{lead}</p>
        <OwnerForm
          key={count}
          view={form}
          problems={answer?.problems}
          typed={answer?.typed}
          preview={answer?.preview}
          isOld={answer?.isOld}
        />
        {caps && <OfferCapsTable {...caps} />}
      </StaffFrame>
    </StaffPage>
  )
}
