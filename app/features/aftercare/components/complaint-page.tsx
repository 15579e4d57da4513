import { spokenMomentFrom } from '#app/platform/spoken-window.ts'
import { Button } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { fieldOf, TextArea } from '#app/ui/field.tsx'
import type { Instant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { complaints } from '#content/stated.ts'
import { longestWish, longestWords } from '../complaint-fields.ts'
import type { OwnComplaint } from '../read-complaints.server.ts'
import { FormProblems } from './form-problems.tsx'

interface ComplaintPageProps {
  complaint: OwnComplaint | undefined
  now: Instant
  /** Without one, we call or write. */
  hasEmail: boolean
  typed?: Record<string, string>
  problems?: Readonly<Record<string, string>>
  /** A refusal that isn't about a field. */
  alert?: string
}

/** For the customer: their complaint and where it is, or a form to make one. Works without JavaScript. */
export function ComplaintPage({ complaint, now, hasEmail, typed, problems = {}, alert }: ComplaintPageProps) {
  const isWaiting = complaint !== undefined && !complaint.answeredAt && !complaint.closedAt
  return (
    <>
      <FormProblems problems={problems} alert={alert} />
      <h1 className="text-2xl">{complaint ? 'Your complaint' : 'Make a complaint'}</h1>
      {complaint && <State {...{ complaint, now, hasEmail }} />}
      {!isWaiting && (
        <form method="post" noValidate className="mt-6">
          {complaint ? (
            <h2 className="text-xl">Not happy with our answer?</h2>
          ) : (
            <p className="mt-3">
              {`We’re sorry if something went wrong. We’ll confirm that we’ve received your complaint within ${complaints.confirmWorkingDays} working days, and answer within ${complaints.answerDays} days.`}
            </p>
          )}
          <TextArea
            label={complaint ? 'What’s still wrong?' : 'What went wrong?'}
            rows={6}
            maxLength={longestWords}
            {...fieldOf({ typed, problems }, 'words')}
          />
          <TextArea label="What would you like us to do?" optional maxLength={longestWish} {...fieldOf({ typed, problems }, 'wish')} />
          <Button className="mt-5">Send complaint</Button>
        </form>
      )}
      <p className="mt-6 text-sm">
        <a href={'/terms#complaints' satisfies SitePath} className="inline-flex min-h-11 items-center">
          How we handle complaints
        </a>
      </p>
    </>
  )
}

function State({ complaint, now, hasEmail }: { complaint: OwnComplaint; now: Instant; hasEmail: boolean }) {
  const { receivedAt, acknowledgedAt, answeredAt, closedAt, answerBy, words, wish, answer, disputeText } = complaint
  const moment = (at: Instant) => spokenMomentFrom(at, now)
  return (
    <>
      {!answeredAt && !closedAt && (
        <p role="status" className="mt-4 rounded-key border-2 border-ink bg-lamp px-4 py-3 font-bold">
          {`We’ve received your complaint, and we’ll answer by ${answerBy}. ${hasEmail ? 'You’ll get our answer by email.' : 'We’ll call or write to you.'}`}
        </p>
      )}
      <div className="mt-4 border-t-2 border-ink">
        <Facts>
          <Fact label="Received">{moment(receivedAt)}</Fact>
          {acknowledgedAt && <Fact label="Confirmed to you">{moment(acknowledgedAt)}</Fact>}
          {answeredAt && <Fact label="Answered">{moment(answeredAt)}</Fact>}
          {closedAt && <Fact label="Closed">{moment(closedAt)}</Fact>}
          {words && <Fact label="What went wrong">{words}</Fact>}
          {wish && <Fact label="What you’d like">{wish}</Fact>}
        </Facts>
      </div>
      {answer && (
        <section className="mt-6">
          <h2 className="text-xl">Our answer</h2>
          <p className="mt-2 whitespace-pre-line [overflow-wrap:anywhere]">{answer}</p>
          <p className="mt-3">{disputeText}</p>
        </section>
      )}
    </>
  )
}
