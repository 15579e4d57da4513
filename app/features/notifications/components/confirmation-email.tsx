import { gasSafeCheck } from '#content/meanwhile.ts'
import type { Confirmation } from '../rules.ts'
import { EmailButton, EmailFacts, EmailHeading, EmailLayout, EmailList, EmailReference } from './email-layout.tsx'

/** The customer's confirmation; `confirmationText` says the same in plain text. */
export function ConfirmationEmail({ confirmation }: { confirmation: Confirmation }) {
  const { reference, facts, meanwhile, priceRules, changing, trackingUrl, opening } = confirmation
  return (
    <EmailLayout title={confirmation.subject}>
      <h1 style={{ margin: '0 0 8px', fontSize: 28, lineHeight: 1.1 }}>We have your booking.</h1>
      <p style={{ margin: 0 }}>{opening}</p>
      <EmailReference>{reference}</EmailReference>
      <EmailFacts facts={facts} />
      <EmailButton href={trackingUrl}>Follow this booking</EmailButton>
      <p style={{ margin: 0, fontSize: 14 }}>
        Change the time, cancel or write to us there. This link is private: whoever has it can do the same.
      </p>
      <EmailHeading>Until the engineer comes</EmailHeading>
      <EmailList items={meanwhile} />
      <EmailHeading>How the bill is made</EmailHeading>
      <EmailList items={priceRules} />
      <EmailHeading>To change or cancel</EmailHeading>
      <EmailList items={changing} />
      <EmailHeading>At the door</EmailHeading>
      <p style={{ margin: 0 }}>{gasSafeCheck}</p>
    </EmailLayout>
  )
}
