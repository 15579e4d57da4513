import type { CSSProperties, ReactNode } from 'react'
import { isolated } from '#app/platform/bidi-text.ts'
import type { Block, Facts, Key, Station } from './blocks.ts'

export const Blocks = ({ blocks }: { blocks: readonly Block[] }) => blocks.map((block, index) => <OneBlock key={index} block={block} />)

function OneBlock({ block }: { block: Block }): ReactNode {
  if ('heading' in block)
    return <h1 style={{ margin: '0 0 12px', fontSize: 24, lineHeight: 1.15, letterSpacing: '-0.01em' }}>{block.heading}</h1>
  if ('window' in block)
    return (
      <p style={{ margin: '0 0 20px', lineHeight: 1.2 }}>
        {`${block.day}, `}
        <br />
        <strong style={{ fontSize: 28, letterSpacing: '-0.02em' }}>{block.window}</strong>
      </p>
    )
  if ('stations' in block) return <Stations stations={block.stations} />
  if ('paragraph' in block) return <p style={{ margin: '0 0 16px' }}>{block.paragraph}</p>
  if ('quote' in block) {
    const style = { margin: '0 0 20px', padding: '4px 0 4px 16px', borderLeft: `2px solid ${ink}`, whiteSpace: 'pre-line' } as const
    return (
      <blockquote className="rule" style={style}>
        {block.quote.split('\n').map(isolated).join('\n')}
      </blockquote>
    )
  }
  if ('reference' in block)
    return (
      <p style={{ margin: '20px 0 16px' }}>
        {'Your reference: '}
        <strong style={{ fontSize: 20, whiteSpace: 'nowrap' }}>{block.reference}</strong>
      </p>
    )
  if ('facts' in block) return <FactTable facts={block.facts} />
  if ('keys' in block) return block.keys.map((one) => <BigKey key={one.label} {...one} />)
  if ('code' in block)
    return (
      <p style={{ margin: '16px 0' }}>
        {`${block.use}: `}
        <br />
        <strong style={{ fontSize: 32, lineHeight: 1.2, letterSpacing: 4 }}>{block.code}</strong>
      </p>
    )
  if ('warning' in block)
    return <p style={{ margin: '0 0 16px', padding: '4px 0 4px 12px', borderLeft: `5px solid ${red}`, fontWeight: 700 }}>{block.warning}</p>
  if ('list' in block)
    return (
      <ul style={{ margin: '0 0 16px', paddingLeft: 20 }}>
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
        <h2 style={{ margin: '28px 0 8px', fontSize: 19, lineHeight: 1.2 }}>{block.section}</h2>
        <Blocks blocks={block.blocks} />
      </>
    )
  return (
    <p className="muted" style={{ margin: '0 0 12px', color: muted, fontSize: 14 }}>
      {'link' in block ? (
        <a href={block.href} className="text" style={{ color: ink }}>
          {block.link}
        </a>
      ) : (
        block.note
      )}
    </p>
  )
}

function FactTable({ facts }: { facts: Facts }) {
  const cell: CSSProperties = { padding: '8px 0', borderTop: `1px solid ${hairline}`, textAlign: 'left', verticalAlign: 'top' }
  return (
    <table cellPadding={4} cellSpacing={0} style={{ width: '100%', margin: '4px 0 20px', borderSpacing: 0 }}>
      <tbody>
        {facts.map(([label, value]) => (
          <tr key={label}>
            <th
              scope="row"
              align="left"
              className="muted row"
              style={{ ...cell, width: '34%', paddingRight: 12, color: muted, fontWeight: 400 }}
            >
              {label}
            </th>
            <td className="row" style={{ ...cell, fontWeight: 700, whiteSpace: 'pre-line', wordBreak: 'break-word' }}>
              {value.split('\n').map(isolated).join('\n')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function BigKey({ label, href, isUrgent }: Key) {
  const [background, edge] = isUrgent ? [red, '#96190F'] : [ink, '#0A1530']
  const keyClass = isUrgent ? undefined : 'key-ink'
  const text = { color: chalk, fontSize: 17, fontWeight: 700, lineHeight: '24px', textDecoration: 'none' }
  return (
    <Layout style={{ margin: '0 0 12px', width: '100%', maxWidth: 360 }}>
      <tr>
        <td align="center" className={keyClass} style={{ background, borderBottom: `4px solid ${edge}`, borderRadius: 5 }}>
          <a href={href} className={keyClass} style={{ display: 'block', padding: '13px 16px 11px', borderRadius: 5, ...text }}>
            {label}
          </a>
        </td>
      </tr>
    </Layout>
  )
}

const stationWords: Record<Station['state'], string> = { done: 'Done', now: 'Now', next: 'Not yet' }
const stationClasses: Record<Station['state'], string> = { done: 'full', now: 'stop', next: 'ahead' }

/** The line from booking to door: red, and solid as far as the visit has come. */
function Stations({ stations }: { stations: readonly Station[] }) {
  return (
    <Layout bareGap={6} style={{ width: '100%', margin: '0 0 20px', tableLayout: 'fixed' }}>
      <tr>
        {stations.map(({ name, state }, at) => (
          <td key={name} valign="top" style={{ padding: 0 }}>
            <Layout style={{ width: '100%' }}>
              <tr>
                <td
                  className={stationClasses[state]}
                  style={disc(12, state === 'done' ? red : paper, `5px solid ${state === 'next' ? idle : red}`)}
                />
                <td valign="middle" style={{ padding: 0, lineHeight: 0, fontSize: 0 }}>
                  <Stretch to={stations[at + 1]?.state} />
                </td>
              </tr>
            </Layout>
            <p style={{ margin: '6px 8px 0 0', lineHeight: 1.25 }}>
              <strong>{name}</strong>
              <br />
              <span className="muted" style={{ color: muted, fontSize: 14 }}>
                {stationWords[state]}
              </span>
            </p>
          </td>
        ))}
      </tr>
    </Layout>
  )
}

/** The stretch to the next station. */
function Stretch({ to }: { to: Station['state'] | undefined }) {
  if (!to) return null
  const isAhead = to === 'next'
  const style = { height: 0, borderTop: `6px ${to === 'done' ? 'solid' : 'dashed'} ${isAhead ? idle : red}` }
  return <div className={isAhead ? 'ahead' : 'line'} style={style} />
}

export const paper = '#FBF7EF'
const chalk = '#FFFDF9'
export const ink = '#13264F'
export const muted = '#4A587A'
export const hairline = '#D5C8B2'
const idle = '#8791A8'
export const red = '#C5251B'
export const font = 'Arial, Helvetica, sans-serif'

/** A table for layout only. `bareGap`: the space inside its cells where an email program drops styles, which otherwise set it. */
export function Layout({ children, style, bareGap = 0 }: { children: ReactNode; style?: CSSProperties; bareGap?: number }) {
  return (
    <table role="presentation" cellPadding={bareGap} cellSpacing={0} style={{ borderCollapse: 'separate', borderSpacing: 0, ...style }}>
      <tbody>{children}</tbody>
    </table>
  )
}

/** A circle drawn by a cell; square if corners can't be rounded. */
export const disc = (size: number, background: string, border: string): CSSProperties => ({
  width: size,
  height: size,
  padding: 0,
  background,
  border,
  borderRadius: '50%',
  lineHeight: 0,
  fontSize: 0,
})
