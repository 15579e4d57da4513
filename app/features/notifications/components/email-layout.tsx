import type { ReactNode } from 'react'
import { useDetails } from '#app/platform/published-context.ts'
import { business } from '#content/business.ts'

const font = '16px/1.5 Arial, Helvetica, sans-serif'

/** The frame of every mail: plain HTML with its styles inline, since mail programs drop style sheets. */
export function EmailLayout({ title, children }: { title: string; children: ReactNode }) {
  const { emergencyPhone } = useDetails()
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
      </head>
      <body style={{ margin: 0, padding: '24px 16px', background: '#FBF7EF', color: '#13264F', font }}>
        <div style={{ maxWidth: 600, margin: '0 auto' }}>
          <p style={{ margin: '0 0 24px', fontWeight: 700 }}>{business.name}</p>
          {children}
          <p style={{ margin: '32px 0 0', paddingTop: 16, borderTop: '2px solid #13264F' }}>
            {`${business.hours}: `}
            <a href={emergencyPhone.href} style={{ color: '#C5251B', fontWeight: 700 }}>
              {emergencyPhone.text}
            </a>
          </p>
        </div>
      </body>
    </html>
  )
}

/** Label and value, a row each. */
export function EmailFacts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <table style={{ width: '100%', borderCollapse: 'collapse', margin: '16px 0' }}>
      <tbody>
        {facts.map(([label, value]) => (
          <tr key={label}>
            <th
              scope="row"
              style={{
                textAlign: 'left',
                verticalAlign: 'top',
                padding: '8px 16px 8px 0',
                fontWeight: 400,
                color: '#4A587A',
                width: '35%',
              }}
            >
              {label}
            </th>
            <td style={{ padding: '8px 0', fontWeight: 700, whiteSpace: 'pre-line' }}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function EmailHeading({ children }: { children: ReactNode }) {
  return <h2 style={{ margin: '24px 0 8px', fontSize: 20, lineHeight: 1.2 }}>{children}</h2>
}

export function EmailList({ items }: { items: readonly string[] }) {
  return (
    <ul style={{ margin: 0, paddingLeft: 20 }}>
      {items.map((item) => (
        <li key={item} style={{ marginBottom: 8 }}>
          {item}
        </li>
      ))}
    </ul>
  )
}

/** The one thing that a mail asks to be pressed. */
export function EmailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p style={{ margin: '16px 0' }}>
      <a href={href} style={{ display: 'inline-block', padding: '14px 20px', background: '#13264F', color: '#FFFDF9', fontWeight: 700 }}>
        {children}
      </a>
    </p>
  )
}

/** A booking's reference, as large as it is read out. */
export function EmailReference({ children }: { children: ReactNode }) {
  return (
    <>
      <p style={{ margin: '16px 0 0' }}>Your reference</p>
      <p style={{ margin: 0, fontSize: 32, fontWeight: 700, lineHeight: 1.2 }}>{children}</p>
    </>
  )
}
