import type { ChangeMail } from '../change-mail.ts'
import { EmailButton, EmailFacts, EmailLayout, EmailList, EmailReference } from './email-layout.tsx'

/** What the customer is told of a change of time or a cancellation; `changeMailText` says the same in plain text. */
export function ChangeEmail({ mail }: { mail: ChangeMail }) {
  const { subject, heading, opening, reference, facts, closing, trackingUrl } = mail
  return (
    <EmailLayout title={subject}>
      <h1 style={{ margin: '0 0 8px', fontSize: 28, lineHeight: 1.1 }}>{heading}</h1>
      <p style={{ margin: 0 }}>{opening}</p>
      <EmailReference>{reference}</EmailReference>
      <EmailFacts facts={facts} />
      <EmailButton href={trackingUrl}>Your booking</EmailButton>
      <p style={{ margin: '0 0 16px', fontSize: 14 }}>This link is private: whoever has it can see and change your booking.</p>
      <EmailList items={closing} />
    </EmailLayout>
  )
}
