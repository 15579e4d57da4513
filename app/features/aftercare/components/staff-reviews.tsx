import { ChoiceGroup, TextArea, TextField } from '#app/ui/field.tsx'
import { FoldedForm, type RefusedForm } from '#app/ui/folded-form.tsx'
import { Option } from '#app/ui/option.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { dateText } from '#content/date-text.ts'
import type { ChosenMessage } from '../chosen-messages.server.ts'
import type { StaffReview } from '../read-staff-reviews.server.ts'
import { longestAnswer, removalReasons } from '../review-rules.ts'

interface StaffReviewProps {
  review: StaffReview
  isOwner: boolean
  refused?: RefusedForm
  /** On the page of its booking: without the link there. */
  isOnBooking?: boolean
}

/** A review with our answer; for an owner also its removal for a legal reason. */
export function StaffReviewCard({ review, isOwner, refused, isOnBooking }: StaffReviewProps) {
  const { id, booking, reference, stars, text, name, area, service, at, answer, answered, withdrawn, removed, isPublished, isOwn } = review
  const isShown = !withdrawn && !removed
  return (
    <article className="mt-4 border-2 border-ink px-4 py-3">
      <p className="font-bold">{`${stars} of 5 stars: ${name || 'no name'}${area && `, ${area}`}`}</p>
      <p className="text-sm text-muted">
        {`${service}, ${at}. `}
        {!isOnBooking && <a href={`/staff/bookings/${booking}` satisfies SitePath}>{reference}</a>}
      </p>
      {text && <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>}
      {!isPublished && <p className="mt-1 text-sm">Only its stars count: the customer doesn’t want the words shown.</p>}
      {isOwn && (
        <p className="mt-1 text-sm font-bold">Not shown or counted: this booking has the email or phone of someone who works here.</p>
      )}
      {withdrawn && <p className="mt-1 text-sm font-bold">{`Withdrawn by the customer, ${withdrawn}.`}</p>}
      {removed && <p className="mt-1 text-sm font-bold">{`Removed: ${removed}`}</p>}
      {answer && (
        <p className="mt-2 border-l-4 border-ink pl-3 text-sm whitespace-pre-line [overflow-wrap:anywhere]">
          <b>{`Our answer (${answered}):`}</b> {answer}
        </p>
      )}
      {isShown && (
        <FoldedForm
          // Folded again once it is saved.
          key={answer}
          intent="review-answer"
          label={answer ? 'Change our answer' : 'Answer it'}
          button="Publish the answer"
          hidden={{ review: id }}
          refused={refused}
        >
          {(field) => (
            <TextArea
              id={`answer-${id}`}
              label="Our answer"
              hint="Everyone can read it, under the review. Don’t say anything about the customer that they haven’t."
              maxLength={longestAnswer}
              {...field('answer')}
              defaultValue={field('answer').defaultValue ?? answer}
            />
          )}
        </FoldedForm>
      )}
      {isShown && isOwner && (
        <FoldedForm
          intent="review-remove"
          label="Remove it for a legal reason"
          button="Remove its words"
          hidden={{ review: id }}
          refused={refused}
        >
          {(field) => (
            <>
              <p className="mt-2 text-sm">
                A bad review is no reason. The reviews page counts each removal, its stars still count unless it isn’t about our work, and
                we tell the customer why.
              </p>
              <ChoiceGroup name="reason" id={`reason-${id}`} label="Legal reason" problem={field('reason').problem}>
                {Object.entries(removalReasons).map(([reason, { label }]) => (
                  <Option
                    key={reason}
                    name="reason"
                    value={reason}
                    title={label}
                    defaultChecked={field('reason').defaultValue === reason}
                  />
                ))}
              </ChoiceGroup>
              <TextArea
                id={`removal-${id}`}
                label="What exactly, and how we know"
                hint="For our records. The customer can ask for a copy."
                maxLength={1000}
                {...field('removalNote')}
              />
            </>
          )}
        </FoldedForm>
      )}
    </article>
  )
}

/** The messages that an owner chose, with their consent, and the form for another. */
export function ChosenList({ messages, refused }: { messages: readonly ChosenMessage[]; refused?: RefusedForm }) {
  return (
    <section aria-labelledby="chosen" className="mt-10">
      <h2 id="chosen" className="text-xl">
        Chosen by us
      </h2>
      <p className="mt-1">
        Messages from customers, and reviews on other sites, that they’ve agreed to let us show. Pages label them “Chosen by us”, apart from
        reviews. They’re never counted.
      </p>
      {messages.map(({ id, kind, text, name, source, saidOn, consentBy, consentOn, consentHow, consentContact }) => (
        <article key={id} className="mt-4 border-2 border-ink px-4 py-3">
          <p className="font-bold">{`${kind === 'message' ? 'Message' : 'Review elsewhere'}: ${name || 'no name'}, ${source}, ${dateText(saidOn)}`}</p>
          <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
          <p className="mt-1 text-sm text-muted">{`Consent: ${consentBy}${consentContact && `, ${consentContact}`}, ${dateText(consentOn)}, ${consentHow}`}</p>
          <FoldedForm intent="chosen-drop" label="Take it off the site" button="Delete it" hidden={{ chosen: id }} refused={refused}>
            {() => <p className="mt-2 text-sm">We’ll delete it for good, with the record of the consent.</p>}
          </FoldedForm>
        </article>
      ))}
      <FoldedForm key={messages.length} intent="chosen-add" label="Add one" button="Show it on the site" refused={refused}>
        {(field) => (
          <>
            <ChoiceGroup name="kind" label="What is it?" problem={field('kind').problem}>
              <Option name="kind" value="message" title="A message to us" defaultChecked={field('kind').defaultValue === 'message'} />
              <Option
                name="kind"
                value="review"
                title="A review on another site"
                defaultChecked={field('kind').defaultValue === 'review'}
              />
            </ChoiceGroup>
            <TextArea label="The customer’s words" hint="Exactly as they wrote them." maxLength={1000} {...field('text')} />
            <TextField label="First name to show" optional maxLength={40} {...field('name')} />
            <TextField label="Where it was written" hint="WhatsApp, or the address of the page." maxLength={200} {...field('source')} />
            <TextField label="The day it was written" type="date" {...field('saidOn')} />
            <TextField label="Who agreed to it being shown" maxLength={100} {...field('consentBy')} />
            <TextField
              label="Their email or phone"
              hint="Never shown. We find the message by it if they ask for their data or its erasure."
              maxLength={254}
              {...field('consentContact')}
            />
            <TextField label="The day they agreed" type="date" {...field('consentOn')} />
            <TextField label="How they agreed" hint="In which message, or on which call." maxLength={200} {...field('consentHow')} />
          </>
        )}
      </FoldedForm>
    </section>
  )
}
