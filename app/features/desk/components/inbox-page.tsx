import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { counted, nextText } from '#app/platform/next-text.ts'
import { ButtonLink, RowButton } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Enquiries } from '../enquiries.server.ts'
import type { Thread, ThreadState } from '../read-inbox.server.ts'
import { CallLink } from './call-link.tsx'

const stateLabels: Record<ThreadState, string> = { unread: 'Unread', read: 'Read but not answered', answered: 'Answered' }

interface InboxPageProps {
  threads: readonly Thread[]
  /** The list of steps that we owe customers after their visit. */
  due: ReactNode
  dueCount: number
  enquiries: Enquiries
}

/** Messages from customers, each with a link to its booking, and texts and missed calls from numbers that have none. */
export function InboxPage({ threads, due, dueCount, enquiries: { texts, moreTexts, calls, moreCalls } }: InboxPageProps) {
  const [waiting, done] = [threads.filter(isWaiting), threads.filter((thread) => !isWaiting(thread))]
  return (
    <>
      <h1 className="mt-4 text-2xl">Inbox</h1>
      <p className="mt-2">
        {nextInInbox({ calls: calls.length + moreCalls, texts: texts.length + moreTexts, threads: waiting, dueCount })}
      </p>
      {due}
      {calls.length > 0 && <MissedCalls calls={calls} more={moreCalls} />}
      {texts.length > 0 && (
        <Part title="Texts without a booking" count={texts.length + moreTexts}>
          {texts.map((text) => (
            <EnquiryRow key={text.id} enquiry={text} done="Done">
              {text.text}
            </EnquiryRow>
          ))}
        </Part>
      )}
      {moreTexts > 0 && <p className="mt-3">The latest {texts.length} texts are shown. Older ones appear once you’ve dealt with these.</p>}
      <Threads title="To answer" threads={waiting} none="No one is waiting for a reply." />
      <Threads title="Answered" threads={done} none="None yet." />
    </>
  )
}

function Part({ title, count, none, children }: { title: string; count: number; none?: string; children: ReactNode }) {
  return (
    <section className="mt-6 max-w-[60em]">
      <h2 className="border-b-2 border-ink pb-2 text-xl">
        {title} <span className="font-normal text-muted">{count}</span>
      </h2>
      {count === 0 && <p className="py-4 text-muted">{none}</p>}
      <ul>{children}</ul>
    </section>
  )
}

/** A flood of calls doesn't push customers' messages off the screen. */
const mostOpen = 10

const CallRow = ({ call }: { call: Enquiries['calls'][number] }) => (
  <EnquiryRow enquiry={call} done="Called back">
    Missed call{call.count > 1 && `, ${call.count} times`}
  </EnquiryRow>
)

function MissedCalls({ calls, more }: { calls: Enquiries['calls']; more: number }) {
  return (
    <>
      <Part title="Missed calls" count={calls.length + more}>
        {calls.slice(0, mostOpen).map((call) => (
          <CallRow key={call.id} call={call} />
        ))}
      </Part>
      {calls.length > mostOpen && (
        <details className="folded max-w-[60em]">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-bold">
            {calls.length - mostOpen} more missed calls
          </summary>
          <ul>
            {calls.slice(mostOpen).map((call) => (
              <CallRow key={call.id} call={call} />
            ))}
          </ul>
        </details>
      )}
      {more > 0 && (
        <Form method="post" className="mt-3">
          <p>The latest {calls.length} numbers are shown. Older ones appear once you’ve dealt with these.</p>
          <input type="hidden" name="intent" value="settle-enquiry" />
          <input type="hidden" name="enquiry" value={calls[0]?.id} />
          <input type="hidden" name="all" value="yes" />
          <RowButton className="mt-2">It’s nuisance calls: clear all {calls.length + more}</RowButton>
        </Form>
      )}
    </>
  )
}

type Enquiry = Omit<Enquiries['texts'][number], 'text'>

function EnquiryRow({ enquiry, done, children }: { enquiry: Enquiry; done: string; children: ReactNode }) {
  const { id, at, call, phoneText, name, booked } = enquiry
  return (
    <li className="grid gap-x-5 gap-y-2 border-b border-line py-3 md:grid-cols-[1fr_auto]">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="text-sm text-muted">
          {at}
          {name && (
            <>
              , <bdi>{name}</bdi>
            </>
          )}
        </p>
        <p dir="auto" className="mt-1 whitespace-pre-line">
          {children}
        </p>
        {!call && (
          <p className="mt-1 text-sm">
            {phoneText
              ? `From ${phoneText}: it may cost a lot to call this number back.`
              : 'The number was withheld, so we can’t call back.'}
          </p>
        )}
        {booked && (
          <p className="mt-1">
            They’ve booked since: <a href={`/staff/bookings/${booked.id}` satisfies SitePath}>{booked.reference}</a>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-2">
        {call && (
          <>
            <ButtonLink href={`/staff/bookings/new?enquiry=${id}` satisfies SitePath} className="key-row">
              Book<span className="sr-only"> for {phoneText}</span>
            </ButtonLink>
            <CallLink phone={call} phoneText={phoneText} className="key key-outline key-row" />
          </>
        )}
        <Form method="post">
          <input type="hidden" name="intent" value="settle-enquiry" />
          <input type="hidden" name="enquiry" value={id} />
          <RowButton>
            {call || done === 'Done' ? done : 'Done'}
            <span className="sr-only"> with {phoneText || 'a withheld number'}</span>
          </RowButton>
        </Form>
      </div>
    </li>
  )
}

const isWaiting = ({ state }: Thread) => state !== 'answered'

function Threads({ title, threads, none }: { title: string; threads: readonly Thread[]; none: string }) {
  return (
    <Part title={title} count={threads.length} none={none}>
      {threads.map((thread) => (
        <ThreadRow key={thread.id} thread={thread} />
      ))}
    </Part>
  )
}

function ThreadRow({
  thread: { id, service, reference, name, phone, phoneText, status, state, unread, isDangerous, text, at },
}: {
  thread: Thread
}) {
  return (
    <li
      className={`grid gap-x-5 gap-y-2 border-b border-line py-3 md:grid-cols-[1fr_auto] ${isDangerous ? 'border-l-5 border-l-alarm pl-3' : ''}`}
    >
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <b className={state === 'unread' ? 'bg-lamp px-1.5' : 'text-muted'}>
            {stateLabels[state]}
            {unread > 1 && ` (${unread})`}
          </b>
          {isDangerous && <b className="bg-alarm-wash px-1.5 text-alarm-text">Danger: call now</b>}
          <span className="text-muted">{at}</span>
        </p>
        <p className="mt-1 font-bold">
          <bdi>{name}</bdi>, {service} <span className="whitespace-nowrap">({reference})</span>, {status}
        </p>
        {text && (
          <p dir="auto" className="mt-1 line-clamp-3 whitespace-pre-line">
            {text}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <Form method="post">
          <input type="hidden" name="bookingId" value={id} />
          <RowButton look="ink">
            Open<span className="sr-only">, {reference}</span>
          </RowButton>
        </Form>
        <CallLink phone={phone} phoneText={phoneText} className="key key-outline key-row" />
      </div>
    </li>
  )
}

interface Inbox {
  calls: number
  texts: number
  /** Those that wait for an answer. */
  threads: readonly { isDangerous: boolean }[]
  /** Steps that we owe customers, and reports to HSE. */
  dueCount: number
}

/** The next step with the inbox, in a sentence. */
export function nextInInbox({ calls, texts, threads, dueCount }: Inbox): string {
  const messages = texts + threads.length
  return nextText(
    [
      threads.some(({ isDangerous }) => isDangerous) && 'call the customer who may be in danger',
      calls > 0 && `call back ${counted(calls, 'missed call')}`,
      messages > 0 && `answer ${counted(messages, 'message')}`,
      dueCount > 0 && `deal with ${counted(dueCount, 'request')}`,
    ],
    'No one is waiting for you. New messages and missed calls will appear here.',
  )
}
