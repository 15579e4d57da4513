import { browserRefuses, keepChoice, onChoiceElsewhere, readChoice } from './consent.ts'
import { askForConsent, showControl } from './consent-notice.ts'
import { allowTag, forgetTag, loadTag } from './google-tag.ts'
import type { Choice } from './rules.ts'
import type { AnalyticsEvent, track } from './track.ts'
import { watchPage } from './watch-page.ts'

/*
 * Receives what `track()` says and decides what becomes of it (specification 1 section 4, analytics): kept in memory until the visitor
 * has chosen, sent once he agrees, dropped when he refuses. Fetched when the browser is idle; without a measurement id it stops at once.
 */

const testViewMs = 1_000
const longestQueue = 50

const id = document.querySelector<HTMLMetaElement>('meta[name=analytics-measurement-id]')?.content
/** The page's public address. Private ones (tracking, confirmations) have none and are never measured, nor is anybody asked there. */
const address = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
const already = window.analyticsEvents

if (id && address) start(id, new URL(address).pathname)
else {
  window.analyticsEvents = { push() {} }
  if (!id) console.warn('Analytics disabled: Missing meta tag')
}

function start(measurementId: string, path: string) {
  let choice: Choice | undefined
  let waiting: AnalyticsEvent[] = []
  let send: ((event: AnalyticsEvent) => void) | undefined
  let isLoading = false
  let hasFailed = false

  function take(event: AnalyticsEvent) {
    if (choice === 'refused' || hasFailed) return
    if (send && choice) send(event)
    else if (waiting.length < longestQueue) waiting.push(event)
  }
  const say: typeof track = (name, data) => take({ name, data } as AnalyticsEvent)

  function flush() {
    if (!send || choice !== 'granted') return
    waiting.forEach(send)
    waiting = []
  }

  async function load() {
    if (isLoading) return flush()
    isLoading = true
    try {
      send = await loadTag(measurementId, path)
      flush()
      setTimeout(() => say('page_view', { path, isTest: true }), testViewMs)
    } catch {
      hasFailed = true
      waiting = []
    }
  }

  function follow(next: Choice | undefined) {
    choice = next
    allowTag(measurementId, choice === 'granted')
    if (choice === 'granted') void load()
    if (choice === 'refused') {
      waiting = []
      forgetTag()
    }
    askForConsent(choice === undefined, choose)
    showControl(choice, browserRefuses(), choose)
  }
  const choose = (chosen: Choice) => follow(keepChoice(chosen))

  follow(readChoice())
  onChoiceElsewhere(() => follow(readChoice()))
  watchPage(path, say)
  if (Array.isArray(already)) already.forEach(take)
  window.analyticsEvents = { push: take }
}
