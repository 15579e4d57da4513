import { data, Form, redirect } from 'react-router'
import { Page } from '#app/features/site/components/page.tsx'
import { acceptOffer, type Offer, readOffer } from '#app/features/visit/open-jobs.server.ts'
import { answerForm } from '#app/platform/answer-form.ts'
import { privateFormHeaders, privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import { useEmergencyPhone } from '#app/platform/published-context.ts'
import { type Services, visitContext } from '#app/platform/services.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/take'

export const meta = () => privateMeta('Job offer')
export const headers = privateFormHeaders

/** The job that an engineer was offered by text. Opening it accepts nothing: previews of links open it too. */
export const loader = ({ params, context }: Route.LoaderArgs) => offerOr404(context.get(visitContext).services, params.token)

export async function action({ request, params, context }: Route.ActionArgs) {
  const { services } = context.get(visitContext)
  const { attemptId } = await offerOr404(services, params.token)
  return answerForm(
    { request, longest: 200 },
    async ({ text }) => {
      await acceptOffer(services, { attemptId, seen: text('seen'), how: 'link' })
      return redirect(`/take/${params.token}` satisfies SitePath, { status: 303, headers: privateHeaders })
    },
    (refusal) => ({ refused: refusal.message }),
  )
}

async function offerOr404(services: Services, token: string): Promise<Offer> {
  const offer = await readOffer(services, { token })
  if (!offer) throw data(null, { status: 404, headers: privateHeaders })
  return offer
}

const titles: Record<Offer['state'], string> = {
  open: 'Can you take this job?',
  yours: 'The job is yours',
  taken: 'Taken by another engineer',
  ended: 'This offer has ended',
}

export default function Take({ loaderData: { state, job }, actionData }: Route.ComponentProps) {
  const { service, isRedLine, dangers, district, when, seen } = job
  const office = useEmergencyPhone()
  return (
    <Page sellsNothing>
      <h1 className="text-2xl">{titles[state]}</h1>
      {actionData?.refused && state !== 'taken' && (
        <p role="alert" className="mt-3 font-bold">
          {actionData.refused}
        </p>
      )}
      {(state === 'open' || state === 'yours') && (
        <p className="mt-4 text-lg">
          <b>{`${isRedLine ? 'Red Line, ' : ''}${service}, ${district}`}</b>
          <span className="block">{when}</span>
          {dangers.length > 0 && <b className="block">{dangers.join(', ')}</b>}
        </p>
      )}
      {state === 'taken' && <p className="mt-4">{`${service}, ${district}, ${when}: there’s nothing for you to do.`}</p>}
      {state === 'open' && (
        <Form method="post" className="mt-5">
          <input type="hidden" name="seen" value={seen} />
          <Button look="alarm" className="min-h-[64px] w-full text-lg">
            I’ll take it
          </Button>
        </Form>
      )}
      {state === 'yours' && (
        <>
          <p className="mt-4">Open your jobs for the address and the customer’s number.</p>
          <ButtonLink href={'/engineer' satisfies SitePath} className="mt-4">
            Open your jobs
          </ButtonLink>
        </>
      )}
      {(state === 'taken' || state === 'ended') && (
        <p className="mt-4">
          <a href={'/engineer' satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
            Your jobs
          </a>
        </p>
      )}
      <p className="mt-5">
        {state === 'ended' && 'If you can still help, tell us. '}
        <a href={office.href} className="inline-flex min-h-12 items-center font-bold">
          Call the office: {office.text}
        </a>
      </p>
    </Page>
  )
}
