import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type BusinessDetails, business } from '#content/business.ts'
import type { Block, Facts, Words } from './blocks.ts'

/** A message as HTML. Its styles are inline, since mail programs drop style sheets. */
export const renderHtml = (words: Words, details: BusinessDetails): string =>
  `<!doctype html>${renderToStaticMarkup(<Email {...words} details={details} />)}`

const font = '16px/1.5 Arial, Helvetica, sans-serif'

function Email({ subject, blocks, details: { emergencyPhone } }: Words & { details: BusinessDetails }) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{subject}</title>
      </head>
      <body style={{ margin: 0, padding: '24px 16px', background: '#FBF7EF', color: '#13264F', font }}>
        <div style={{ maxWidth: 600, margin: '0 auto' }}>
          <p style={{ margin: '0 0 24px', fontWeight: 700 }}>{business.name}</p>
          <Blocks blocks={blocks} />
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

const Blocks = ({ blocks }: { blocks: readonly Block[] }) => blocks.map((block, index) => <OneBlock key={index} block={block} />)

function OneBlock({ block }: { block: Block }): ReactNode {
  if ('heading' in block) return <h1 style={{ margin: '0 0 8px', fontSize: 28, lineHeight: 1.1 }}>{block.heading}</h1>
  if ('paragraph' in block) return <p style={{ margin: 0 }}>{block.paragraph}</p>
  if ('reference' in block)
    return (
      <>
        <p style={{ margin: '16px 0 0' }}>Your reference</p>
        <p style={{ margin: 0, fontSize: 32, fontWeight: 700, lineHeight: 1.2 }}>{block.reference}</p>
      </>
    )
  if ('facts' in block) return <FactTable facts={block.facts} />
  if ('link' in block) return <Key block={block} />
  if ('code' in block)
    return (
      <>
        <p style={{ margin: '16px 0 0' }}>{block.use}:</p>
        <p style={{ margin: 0, fontSize: 32, fontWeight: 700, lineHeight: 1.2, letterSpacing: 4 }}>{block.code}</p>
      </>
    )
  if ('phone' in block)
    return (
      <p style={{ margin: '0 0 8px', fontSize: 20, fontWeight: 700 }}>
        {block.label} <a href={block.href}>{block.phone}</a>
      </p>
    )
  if ('warning' in block)
    return <p style={{ margin: '8px 0', padding: '8px 12px', borderLeft: '5px solid #C5251B', fontWeight: 700 }}>{block.warning}</p>
  if ('list' in block)
    return (
      <ul style={{ margin: 0, paddingLeft: 20 }}>
        {block.list.map((item) => (
          <li key={item} style={{ marginBottom: 8 }}>
            {item}
          </li>
        ))}
      </ul>
    )
  if ('section' in block)
    return (
      <>
        <h2 style={{ margin: '24px 0 8px', fontSize: 20, lineHeight: 1.2 }}>{block.section}</h2>
        <Blocks blocks={block.blocks} />
      </>
    )
  return <p style={{ margin: '16px 0 0', fontSize: 14 }}>{block.note}</p>
}

function FactTable({ facts }: { facts: Facts }) {
  const label = {
    textAlign: 'left',
    verticalAlign: 'top',
    padding: '8px 16px 8px 0',
    fontWeight: 400,
    color: '#4A587A',
    width: '35%',
  } as const
  return (
    <table style={{ width: '100%', borderCollapse: 'collapse', margin: '16px 0' }}>
      <tbody>
        {facts.map(([name, value]) => (
          <tr key={name}>
            <th scope="row" style={label}>
              {name}
            </th>
            <td style={{ padding: '8px 0', fontWeight: 700, whiteSpace: 'pre-line' }}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The one thing that a mail asks to be pressed. */
function Key({ block: { link, href, note } }: { block: Extract<Block, { link: string }> }) {
  return (
    <>
      <p style={{ margin: '16px 0' }}>
        <a href={href} style={{ display: 'inline-block', padding: '14px 20px', background: '#13264F', color: '#FFFDF9', fontWeight: 700 }}>
          {link}
        </a>
      </p>
      {note && <p style={{ margin: '0 0 16px', fontSize: 14 }}>{note}</p>}
    </>
  )
}
