import { requireRole } from '#app/features/accounts/guards.server.ts'
import { DeliveryRows } from '#app/features/messages/components/delivery-rows.tsx'
import { deliveryKindNames, deliveryKinds } from '#app/features/messages/delivery-kinds.server.ts'
import { deliveryRow } from '#app/features/messages/delivery-view.ts'
import {
  channels,
  channelWords,
  cursorText,
  deliveryStates,
  nextWithDeliveries,
  readCursor,
  stateWords,
} from '#app/features/messages/delivery-words.ts'
import { findAbouts, readDeliveries } from '#app/features/messages/read-deliveries.server.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { counted } from '#app/platform/next-text.ts'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import { readStuck } from '#app/platform/stuck-messages.ts'
import { readTextsOfMonth, textsArrive } from '#app/platform/texts.ts'
import { useRefresh } from '#app/platform/use-refresh.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Options, Select, TextField } from '#app/ui/field.tsx'
import { Folded } from '#app/ui/folded.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { poundsText } from '#content/money.ts'
import type { Route } from './+types/deliveries'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Deliveries')
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const query = new URL(request.url).searchParams
  const channel = channels.find((each) => each === query.get('channel'))
  const state = deliveryStates.find((each) => each === query.get('state'))
  const kind = deliveryKindNames.find((each) => each === query.get('kind'))
  const q = (query.get('q') ?? '').slice(0, 200)
  const abouts = await findAbouts(services, q)
  const before = readCursor(query.get('before'))
  const now = services.clock.now()
  // Failed deliveries come first, on the first page without filters.
  const isOverview = !state && !before
  const [dead, { deliveries, next }] = await Promise.all([
    isOverview ? readDeliveries(services, { channel, kind, abouts, state: 'dead' }) : { deliveries: [] },
    readDeliveries(services, { channel, kind, abouts, state, before }),
  ])
  const left = dead.deliveries.filter(({ replayedAs }) => !replayedAs)
  const filter = { ...(channel && { channel }), ...(state && { state }), ...(kind && { kind }), ...(q && { q }) }
  const isAll = isOverview && Object.keys(filter).length === 0
  const late = isAll ? ((await readStuck(services))?.count ?? 0) : 0
  return {
    next: isAll ? nextWithDeliveries({ failed: left.length, late }) : undefined,
    isFiltered: Object.keys(filter).length > 0,
    channel,
    state,
    texts: textsArrive(services) ? await readTextsOfMonth(services) : undefined,
    textPence: services.published.current().desk.textPence,
    kind: kind ?? '',
    q,
    kinds: deliveryKindNames.map((name) => ({ name, label: deliveryKinds[name].label })),
    dead: left.map((delivery) => deliveryRow(delivery, now)),
    rows: deliveries.filter(({ id }) => !left.some((one) => one.id === id)).map((delivery) => deliveryRow(delivery, now)),
    newest: before ? (`/staff/deliveries?${new URLSearchParams(filter)}` satisfies SitePath) : undefined,
    older: next ? (`/staff/deliveries?${new URLSearchParams({ ...filter, before: cursorText(next) })}` satisfies SitePath) : undefined,
  }
}

/** All emails, texts and webhooks: failed ones first, then the newest. */
export default function Deliveries({
  loaderData: { next, isFiltered, channel, state, texts, textPence, kind, kinds, q, dead, rows, newest, older },
}: Route.ComponentProps) {
  useRefresh(5_000)
  return (
    <StaffPage>
      <StaffFrame title="Deliveries" lead={next && <b>{next}</b>} width="wide">
        <p className="mt-2">Every email, text and webhook, with how it went. This page updates automatically.</p>
        <Folded label="Find a message" isOpen={isFiltered} isWide onPhones>
          <form
            method="get"
            action={'/staff/deliveries' satisfies SitePath}
            className="grid items-end gap-x-4 md:grid-cols-2 lg:grid-cols-[1.4fr_1.4fr_1fr_1fr_auto]"
          >
            <TextField name="q" label="Email address or reference" autoComplete="off" defaultValue={q} key={`q-${q}`} />
            <Select name="kind" label="Type" defaultValue={kind} key={`kind-${kind}`}>
              <option value="">Any type</option>
              <Options of={kinds.map((each) => [each.name, each.label])} />
            </Select>
            <Select name="channel" label="Sent by" defaultValue={channel ?? ''} key={`channel-${channel}`}>
              <option value="">Any method</option>
              <Options of={channels.map((each) => [each, channelWords[each]])} />
            </Select>
            <Select name="state" label="Status" defaultValue={state ?? ''} key={`state-${state}`}>
              <option value="">Any status</option>
              <Options of={deliveryStates.map((each) => [each, stateWords[each]])} />
            </Select>
            <Button look="outline" className="mt-5">
              Show
            </Button>
          </form>
        </Folded>
        {dead.length > 0 && (
          <>
            <h2 className="mt-10 text-xl">Given up</h2>
            <p className="mt-1 text-muted">
              Either the address rejected our email, or we tried for days without success. See why, then send it again.
            </p>
            <DeliveryRows rows={dead} />
          </>
        )}
        <h2 className="mt-10 text-xl">{newest ? 'Earlier' : 'Newest first'}</h2>
        {rows.length === 0 ? (
          <p className="mt-2 text-muted">Nothing matches.{q && ' Search for a full email address or a full booking reference.'}</p>
        ) : (
          <DeliveryRows rows={rows} />
        )}
        {texts && (
          <p className="mt-6">
            {`Texts this month: ${texts.texts}, about ${poundsText(texts.segments * textPence)} at ${textPence}p for each of ${counted(texts.segments, 'part')}.`}
          </p>
        )}
        {(newest || older) && (
          <nav aria-label="Pages" className="mt-6 flex flex-wrap gap-3">
            {newest && (
              <ButtonLink look="outline" href={newest} className="key-small">
                Newest
              </ButtonLink>
            )}
            {older && (
              <ButtonLink look="outline" href={older} className="key-small">
                Older
              </ButtonLink>
            )}
          </nav>
        )}
      </StaffFrame>
    </StaffPage>
  )
}
