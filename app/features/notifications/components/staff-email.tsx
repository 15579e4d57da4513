import { phoneText } from '#app/platform/uk.ts'
import type { StaffNotice } from '../rules.ts'
import { EmailFacts, EmailLayout } from './email-layout.tsx'

/** What staff are told of a booking. */
export function StaffEmail({ notice }: { notice: StaffNotice }) {
  return (
    <EmailLayout title={notice.subject}>
      <h1 style={{ margin: '0 0 8px', fontSize: 24, lineHeight: 1.2 }}>{notice.heading}</h1>
      {notice.phone && (
        <p style={{ margin: '0 0 8px', fontSize: 20, fontWeight: 700 }}>
          Ring <a href={`tel:${notice.phone}`}>{phoneText(notice.phone)}</a>
        </p>
      )}
      {notice.warnings.map((warning) => (
        <p key={warning} style={{ margin: '8px 0', padding: '8px 12px', borderLeft: '5px solid #C5251B', fontWeight: 700 }}>
          {warning}
        </p>
      ))}
      <EmailFacts facts={notice.facts} />
    </EmailLayout>
  )
}
