import type { ChangeMail } from '../rules.ts'
import { EmailFacts, EmailLayout, EmailList } from './email-layout.tsx'

/** What the customer is told of a change of time or a cancellation; `changeMailText` says the same in plain text. */
export function ChangeEmail({ mail }: { mail: ChangeMail }) {
  const { subject, heading, opening, reference, facts, closing, trackingUrl } = mail
  return (
    <EmailLayout title={subject}>
      <h1 style={{ margin: '0 0 8px', fontSize: 28, lineHeight: 1.1 }}>{heading}</h1>
      <p style={{ margin: 0 }}>{opening}</p>
      <p style={{ margin: '16px 0 0' }}>Your reference</p>
      <p style={{ margin: 0, fontSize: 32, fontWeight: 700, lineHeight: 1.2 }}>{reference}</p>
      <EmailFacts facts={facts} />
      <p style={{ margin: '16px 0' }}>
        <a
          href={trackingUrl}
          style={{ display: 'inline-block', padding: '14px 20px', background: '#13264F', color: '#FFFDF9', fontWeight: 700 }}
        >
          Your booking
        </a>
      </p>
      <p style={{ margin: '0 0 16px', fontSize: 14 }}>This link is private: whoever has it can see and change your booking.</p>
      <EmailList items={closing} />
    </EmailLayout>
  )
}
