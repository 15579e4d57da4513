import { renderToStaticMarkup } from 'react-dom/server'
import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'
import type { Words } from './blocks.ts'
import { Blocks, disc, font, hairline, ink, Layout, muted, paper, red } from './mail-blocks.tsx'
import { companyLine, type Site } from './site.ts'

/**
 * A message as HTML: tables and inline styles, since email programs drop style sheets, and no images, since they ask before showing them.
 * If styles are dropped too, the rest reads in the same order as the plain text.
 */
export const renderHtml = (words: Words, site: Site): string =>
  `<!doctype html>${renderToStaticMarkup(<Email words={words} site={site} />)}`

/** Colours in dark mode, by class, for programs that read style sheets; others invert colours themselves. */
export const darkStyles = `@media (prefers-color-scheme: dark) {
.ground { background: #0E1A36 !important; color: ${paper} !important; }
.text { color: ${paper} !important; }
.muted { color: #B9C3DA !important; }
.rule { border-color: ${paper} !important; }
.row { border-color: #33436B !important; }
.key-ink { background: ${paper} !important; border-color: ${hairline} !important; color: ${ink} !important; }
.line { border-color: #F0776E !important; }
.stop { background: #0E1A36 !important; border-color: #F0776E !important; }
.full { background: #F0776E !important; border-color: #F0776E !important; }
.ahead { background: #0E1A36 !important; border-color: #6C7896 !important; }
}`

function Email({ words: { subject, preview, blocks }, site }: { words: Words; site: Site }) {
  const type = { fontFamily: font, fontSize: 16, lineHeight: 1.5 }
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{darkStyles}</style>
      </head>
      <body className="ground" style={{ margin: 0, padding: 0, background: paper, color: ink, ...type }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden', fontSize: 1, lineHeight: '1px', color: paper }}>{preview}</div>
        <Layout style={{ width: '100%' }}>
          <tr>
            <td align="center" className="ground" style={{ padding: '0 16px 32px', background: paper }}>
              <Layout style={{ width: '100%', maxWidth: 600, textAlign: 'left' }}>
                <tr>
                  <td className="text" style={{ color: ink, ...type }}>
                    <Header />
                    <Blocks blocks={blocks} />
                    <Footer site={site} />
                  </td>
                </tr>
              </Layout>
            </td>
          </tr>
        </Layout>
      </body>
    </html>
  )
}

/** The rosette of a valve, drawn with nested cells, and the name. */
function Header() {
  const rule = { borderBottom: `2px solid ${ink}` }
  return (
    <Layout style={{ width: '100%', height: 72, marginBottom: 28 }}>
      <tr>
        <td className="rule" style={{ width: 50, ...rule }}>
          <Layout>
            <tr>
              <td align="center" valign="middle" className="rule" style={disc(34, red, `2px solid ${ink}`)}>
                <Layout style={{ margin: '0 auto' }}>
                  <tr>
                    <td align="center" valign="middle" style={disc(14, paper, `2px solid ${ink}`)}>
                      <Layout style={{ margin: '0 auto' }}>
                        <tr>
                          <td style={disc(6, ink, '0')} />
                        </tr>
                      </Layout>
                    </td>
                  </tr>
                </Layout>
              </td>
            </tr>
          </Layout>
        </td>
        <td className="text rule" style={{ ...rule, color: ink, fontSize: 19, fontWeight: 700, lineHeight: 1.2 }}>
          {business.name}
        </td>
      </tr>
    </Layout>
  )
}

function Footer({ site: { url, details } }: { site: Site }) {
  const { emergencyPhone } = details
  const company = companyLine(details)
  const page = (path: SitePath) => `${url}${path}`
  const small = { color: muted, fontSize: 14, lineHeight: 1.5 }
  return (
    <Layout style={{ width: '100%', marginTop: 36 }}>
      <tr>
        <td className="muted rule" style={{ padding: '16px 0 0', borderTop: `2px solid ${ink}`, ...small }}>
          <strong className="text" style={{ color: ink }}>
            {business.name}
          </strong>
          <br />
          {`${business.hours}: `}
          <a href={emergencyPhone.href} className="text" style={{ color: ink, fontWeight: 700, whiteSpace: 'nowrap' }}>
            {emergencyPhone.text}
          </a>
          <br />
          <a href={page('/terms')} className="muted" style={{ color: muted }}>
            Terms
          </a>
          {' · '}
          <a href={page('/privacy')} className="muted" style={{ color: muted }}>
            Privacy
          </a>
          {company && (
            <>
              <br />
              {company}
            </>
          )}
        </td>
      </tr>
    </Layout>
  )
}
