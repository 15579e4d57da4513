import type { AccountMailText } from '../account-mail.ts'
import { EmailButton, EmailLayout } from './email-layout.tsx'

/** A mail about an account; `plainText` says the same without HTML. */
export function AccountEmail({ mail: { subject, heading, opening, action, code, closing } }: { mail: AccountMailText }) {
  return (
    <EmailLayout title={subject}>
      <h1 style={{ margin: '0 0 8px', fontSize: 28, lineHeight: 1.1 }}>{heading}</h1>
      <p style={{ margin: 0 }}>{opening}</p>
      {action && <EmailButton href={action.href}>{action.text}</EmailButton>}
      {code && (
        <>
          <p style={{ margin: '16px 0 0' }}>Or type this code where you are asked for it:</p>
          <p style={{ margin: 0, fontSize: 32, fontWeight: 700, lineHeight: 1.2, letterSpacing: 4 }}>{code}</p>
        </>
      )}
      {closing.map((line) => (
        <p key={line} style={{ margin: '16px 0 0', fontSize: 14 }}>
          {line}
        </p>
      ))}
    </EmailLayout>
  )
}
