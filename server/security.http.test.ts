// @module-tag never-again
import { describe, expect, it } from 'vitest'
import { SecurityReport } from '#app/features/running/security-report.ts'
import { minutes } from '#app/values/clock.ts'
import { freePort } from '#test/support/free-port.ts'
import { freshDataDir, openInstance } from '#test/support/instance.ts'
import { openPlainBrowser } from '#test/support/plain-browser.ts'
import { shareSite } from '#test/support/site.ts'
import { testSecret } from '#test/support/world.ts'

const path = '/security-dashboard'
const reportPath = `${path}/report.json`
const names = ['Encryption Status', 'Session Security', 'CSP Headers', 'HTTPS Enforcement', 'Threat Monitoring']
/** The page's own text, without the data of its island. */
const seenOf = (html: string) => html.replace(/data-props="[^"]*"/g, '').replace(/<textarea.*?<\/textarea>/gs, '')
const reportOf = (text: string) => SecurityReport.parse(JSON.parse(text))
const statusesOf = ({ checks }: SecurityReport) => Object.fromEntries(checks.map(({ id, status }) => [id, status]))

const shared = shareSite({ accounts: true, env: { RATE_LIMIT_SCALE: '1' } })

describe('The security dashboard without JavaScript', () => {
  it('shows five checks, the recommendations and the report to anyone, is cached by no one and found by no search engine', async () => {
    const { url } = await shared()
    const visitor = openPlainBrowser(url)
    const { status, headers, text } = await visitor.open(path)
    expect(status).toBe(200)
    for (const name of [...names, 'Recommendations', 'Security report']) expect(seenOf(text)).toContain(name)
    expect(seenOf(text)).not.toContain('For staff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(text).toContain('<meta name="robots" content="noindex"/>')
    expect((await visitor.open('/sitemap.xml')).text).not.toContain(path)
    expect((await visitor.open('/llms.txt')).text).not.toContain(path)
    expect(text).toMatch(/<button[^>]*value="monitor"[^>]*>Start Monitoring</)
  })

  it('answers its report as a file, which has one shape and a time', async () => {
    const { url } = await shared()
    const { headers, text } = await openPlainBrowser(url).open(reportPath)
    expect(headers.get('content-type')).toContain('application/json')
    expect(headers.get('content-disposition')).toBe('attachment; filename="security-report.json"')
    expect(headers.get('cache-control')).toBe('no-store')
    const report = reportOf(text)
    expect(report.checks.map(({ name }) => name)).toEqual(names)
    expect(Date.now() - Date.parse(report.checkedAt)).toBeLessThan(minutes(5))
    expect(report.details).toBeUndefined()
    // On this machine, over plain http: reported as such.
    expect(statusesOf(report)).toEqual({ encryption: 'secure', session: 'warning', csp: 'secure', https: 'warning', monitoring: 'warning' })
    expect(report.checks[3]?.value).toBe('Local only')
  })

  it('does what its buttons say, in words that stay as they are, and says what else to do where it cannot', async () => {
    const { url } = await shared()
    const visitor = openPlainBrowser(url)
    const press = async (act: string) => {
      const { status, text } = await visitor.post(path, { act })
      return { status, text: seenOf(text).match(/<div id="result".*?<\/div><\/div>/s)?.[0] ?? seenOf(text) }
    }
    expect(await press('threats')).toMatchObject({ status: 200, text: expect.stringContaining('Detected 5/5 potential threats.') })
    expect(await press('encryption')).toMatchObject({ status: 200, text: expect.stringContaining('Encryption Test Successful') })
    expect(await press('refresh')).toMatchObject({ status: 200, text: expect.stringContaining('The status has been refreshed.') })
    expect(await press('monitor')).toMatchObject({ status: 200, text: expect.stringContaining('as soon as the page’s script runs') })
    expect(await press('drop-tables')).toMatchObject({ status: 400, text: expect.stringContaining('Please use the buttons') })
  })
})

describe('The security dashboard of a site on https', () => {
  it('tells how a request came from what a trusted proxy says, and never from anyone else', async () => {
    const port = await freePort()
    const env = { DATA_DIR: freshDataDir(), PORT: String(port), SITE_URL: 'https://plumbers.example', SECRET_KEY: testSecret }
    const ask = async (url: string, headers: Record<string, string>) =>
      statusesOf(reportOf((await openPlainBrowser(url).ask(reportPath, { headers })).text))
    const behindProxy = await openInstance({ ...env, TRUST_PROXY: '1' })
    const forwarded = { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'https' }
    expect(await ask(behindProxy.url.replace('https:', 'http:'), forwarded)).toEqual({
      encryption: 'secure',
      session: 'secure',
      csp: 'secure',
      https: 'secure',
      monitoring: 'warning',
    })
    expect(await ask(behindProxy.url, { ...forwarded, 'X-Forwarded-Proto': 'http' })).toMatchObject({ https: 'warning' })
    const alone = await openInstance({ ...env, PORT: String(await freePort()), DATA_DIR: freshDataDir() })
    expect(await ask(alone.url, forwarded)).toMatchObject({ https: 'warning', session: 'secure' })
  })
})

describe('The details of the security dashboard', () => {
  it('are seen by staff alone, in the page and in the report, and are true', async () => {
    const site = await shared()
    const [nobody, customer, staff, owner] = [
      openPlainBrowser(site.url),
      openPlainBrowser(site.url),
      openPlainBrowser(site.url),
      openPlainBrowser(site.url),
    ]
    await customer.signIn(await site.sampleOf('customer'))
    await staff.signIn(await site.sampleOf('staff'))
    await owner.signIn(await site.sampleOf('owner'))
    for (const visitor of [nobody, customer]) {
      expect(seenOf((await visitor.open(path)).text)).not.toContain('For staff')
      expect(reportOf((await visitor.open(reportPath)).text).details).toBeUndefined()
    }
    for (const visitor of [customer, staff, owner])
      for (const each of [path, reportPath]) expect((await visitor.open(each)).headers.get('cache-control')).toBe('private, no-store')
    for (const visitor of [staff, owner]) expect(seenOf((await visitor.open(path)).text)).toContain('For staff')

    const detail = async (id: string) => reportOf((await staff.open(reportPath)).text).details?.find((each) => each.id === id)
    expect(await detail('locks')).toMatchObject({ status: 'secure' })
    expect(await detail('violations')).toMatchObject({ status: 'secure', text: 'No browsers have reported any in the last day.' })
    const refused = { kind: 'csp', message: 'script-src refused an address', frame: '', page: '/', release: '', samples: '[]' }
    const at = new Date().toISOString()
    await site.db
      .insertInto('errorGroups')
      .values({ fingerprint: 'a', ...refused, count: 3, firstSeenAt: at, lastSeenAt: at, resolvedAt: null })
      .execute()
    expect(await detail('violations')).toMatchObject({
      status: 'warning',
      text: expect.stringMatching(/^1 kind in the last day, the latest on /),
    })
    expect((await detail('uptime'))?.text).toMatch(/^\/ \w+, \/emergency-boiler-repair \w+, \/api\/health \w+$/)
    expect(await detail('secret-key')).toMatchObject({ status: 'secure', text: expect.stringContaining('created by the server today') })
    expect(await detail('deliveries')).toMatchObject({ status: 'secure' })

    const [user] = await site.db.selectFrom('authUsers').select('id').where('role', '=', 'customer').execute()
    const lockedUntil = new Date(Date.now() + minutes(15)).toISOString()
    await site.db
      .updateTable('authUsers')
      .set({ factorsLockedUntil: lockedUntil })
      .where('id', '=', user?.id ?? '')
      .execute()
    expect(await detail('locks')).toMatchObject({ status: 'warning', text: expect.stringMatching(/^1 account locked/) })

    expect(await detail('audit')).toMatchObject({ status: 'secure' })
    const { id } = await site.db.selectFrom('auditLog').select('id').limit(1).executeTakeFirstOrThrow()
    await site.db.updateTable('auditLog').set({ actor: 'another' }).where('id', '=', id).execute()
    expect(await detail('audit')).toMatchObject({ status: 'critical', text: expect.stringContaining(id) })
    // No one's name or address is shown to visitors.
    const text = (await owner.open(reportPath)).text
    expect(text).not.toMatch(/@example\.com/)
  })
})
