import { Form } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Thread, ThreadState } from '../read-inbox.server.ts'
import type { UnmatchedText } from '../unmatched-texts.server.ts'

const stateLabels: Record<ThreadState, string> = { unread: 'Unread', read: 'Read but not answered', answered: 'Answered' }

/** Messages and complaints from customers, each with a link to its booking, and texts from numbers that have none. */
export function InboxPage({ threads, texts }: { threads: readonly Thread[]; texts: readonly UnmatchedText[] }) {
  const [waiting, done] = [threads.filter(isWaiting), threads.filter((thread) => !isWaiting(thread))]
  return (
    <>
      <h1 className="mt-4 text-2xl">Inbox</h1>
      <p className="mt-2 text-muted">Messages and complaints from customers, including those about past visits.</p>
      {texts.length > 0 && <UnmatchedTexts texts={texts} />}
      <Threads title="To answer" threads={waiting} none="No one is waiting for a reply." />
      <Threads title="Answered" threads={done} none="None yet." />
    </>
  )
}

function UnmatchedTexts({ texts }: { texts: readonly UnmatchedText[] }) {
  return (
    <section className="mt-6 max-w-[60em]">
      <h2 className="border-b-2 border-ink pb-2 text-xl">
        Texts without a booking <span className="font-normal text-muted">{texts.length}</span>
      </h2>
      <ul>
        {texts.map(({ id, at, phone, phoneText, text }) => (
          <li key={id} className="grid gap-x-5 gap-y-2 border-b border-line py-3 md:grid-cols-[1fr_auto]">
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <p className="text-sm text-muted">{at}</p>
              <p dir="auto" className="mt-1 whitespace-pre-line">
                {text}
              </p>
            </div>
            <div className="flex flex-wrap items-start gap-2">
              <ButtonLink href={`/staff/bookings/new?text=${id}` satisfies SitePath} className="key-row">
                Book<span className="sr-only"> for {phoneText}</span>
              </ButtonLink>
              <a href={`tel:${phone}`} className="key key-outline key-row">
                {phoneText}
              </a>
              <Form method="post">
                <input type="hidden" name="intent" value="settle-text" />
                <input type="hidden" name="text" value={id} />
                <Button look="outline" className="key-row">
                  Done<span className="sr-only"> with {phoneText}</span>
                </Button>
              </Form>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const isWaiting = ({ state, isComplaint }: Thread) => state !== 'answered' || isComplaint

function Threads({ title, threads, none }: { title: string; threads: readonly Thread[]; none: string }) {
  return (
    <section className="mt-6 max-w-[60em]">
      <h2 className="border-b-2 border-ink pb-2 text-xl">
        {title} <span className="font-normal text-muted">{threads.length}</span>
      </h2>
      {threads.length === 0 && <p className="py-4 text-muted">{none}</p>}
      <ul>
        {threads.map((thread) => (
          <ThreadRow key={thread.id} thread={thread} />
        ))}
      </ul>
    </section>
  )
}

function ThreadRow({
  thread: { id, service, reference, name, phone, phoneText, status, state, unread, isComplaint, isDangerous, text, at },
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
          {isComplaint && <b className="border-2 border-ink px-1.5">Complaint</b>}
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
          <Button className="key-row">
            Open<span className="sr-only">, {reference}</span>
          </Button>
        </Form>
        <a href={`tel:${phone}`} className="key key-outline key-row">
          {phoneText}
        </a>
      </div>
    </li>
  )
}
