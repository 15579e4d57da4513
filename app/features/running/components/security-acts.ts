import type { Dispatch, SetStateAction } from 'react'
import type { SessionStorage } from '#app/platform/device-storage.ts'
import { londonTimeText } from '#app/platform/london-intl.ts'
import { forgetSecurely, keepSecurely, readSecurely, securePrefix } from '#app/platform/secure-session.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { encryptionResult, testThreats, threatResult } from '../security/security-checks.ts'
import type { Action, ActionResult, PageState, SecurityReport } from '../security-report.ts'

export const reportPath = '/security-dashboard/report.json' satisfies SitePath

export const monitoringStarted: ActionResult = {
  action: 'monitor',
  title: 'This page will be monitored until you leave it.',
  text: 'Open the booking form and type something, or use the field below. Anything that looks like an attack will be listed.',
}

type Setters = [Dispatch<SetStateAction<SecurityReport>>, Dispatch<SetStateAction<PageState>>]

/** The actions of the buttons, in the browser. */
export const acts: Record<Action, (...setters: Setters) => Promise<ActionResult>> = {
  async monitor(_, setPage) {
    setPage((before) => ({ ...before, monitoring: 'active' }))
    return monitoringStarted
  },
  async threats(setReport) {
    const threatTest = testThreats()
    setReport((before) => ({ ...before, threatTest }))
    return threatResult(threatTest)
  },
  async encryption(setReport, setPage) {
    const [report, here] = await Promise.all([readReport(), tryBrowserEncryption()])
    if (report) setReport(report)
    const there = report?.checks.find(({ id }) => id === 'encryption')?.status
    setPage((before) => ({ ...before, encryption: here ? 'passed' : 'failed' }))
    const note = there ? 'On the server and in this browser.' : 'In this browser. The server didn’t respond.'
    return encryptionResult(here && there !== 'critical', note)
  },
  async refresh(setReport) {
    const report = await readReport()
    if (report) setReport(report)
    return report
      ? { action: 'refresh', title: `Refreshed at ${londonTimeText(report.checkedAt)}.` }
      : {
          action: 'refresh',
          title: 'The server didn’t respond.',
          text: 'What’s shown here may be out of date. Please try again.',
          isAlarm: true,
        }
  },
}

const patienceMs = 10_000

/** The server's current report; undefined if it can't be read. */
async function readReport(): Promise<SecurityReport | undefined> {
  try {
    const answer = await fetch(reportPath, { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
    return answer.ok ? ((await answer.json()) as SecurityReport) : undefined
  } catch {
    return undefined
  }
}

/**
 * Tests encryption in this browser: a text comes back, is unreadable in storage, and is refused after a change. Leaves nothing behind.
 * Never throws.
 */
async function tryBrowserEncryption(): Promise<boolean> {
  const text = 'The stopcock is under the sink.'
  const place = `${securePrefix}:self-test` as const
  try {
    if (!(await keepSecurely('self-test', text, 60_000))) return false
    const tab: SessionStorage = sessionStorage
    const kept = tab.getItem(place) ?? ''
    const hides = kept !== '' && !kept.includes(text) && !kept.includes(btoa(text).slice(0, 20))
    const opens = (await readSecurely('self-test')) === text
    const item = JSON.parse(kept) as { expiresAt: number }
    tab.setItem(place, JSON.stringify({ ...item, expiresAt: item.expiresAt + 1 }))
    const refusesChanged = (await readSecurely('self-test')) === undefined
    return opens && hides && refusesChanged
  } catch {
    return false
  } finally {
    await forgetSecurely('self-test')
  }
}
