import { browserRefuses, keepChoice, onChoiceElsewhere, readChoice } from './in-page/consent.ts'
import { askForConsent, showControl } from './in-page/consent-notice.ts'
import type { Choice } from './in-page/consented-events.ts'
import { countVisit } from './in-page/count-visit.ts'
import { allowTag, forgetTag, loadTag } from './in-page/google-tag.ts'
import { showRefusal } from './in-page/refuse-counts.ts'
import { watchPage } from './in-page/watch-page.ts'
import type { AnalyticsEvent, track } from './track.ts'

/*
 * Receives what `track()` says and hands it to those who may have it: to our own sums, unless the visitor wants none
 * (count-visit.ts); and to the tag service, with a measurement id, kept in memory until the visitor has chosen, sent once he agrees,
 * dropped when he refuses (specification 1 section 4, analytics). Fetched when the browser is idle.
 */

const testViewMs = 1_000
const longestQueue = 50

type Take = (event: AnalyticsEvent) => void

const id = document.querySelector<HTMLMetaElement>('meta[name=analytics-measurement-id]')?.content
/** The page's public address. Private ones (tracking, confirmations) have none and are never measured, nor is anybody asked there. */
const address = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
const already = window.analyticsEvents

if (!id) console.warn('Analytics disabled: Missing meta tag')
if (address) start(new URL(address).pathname)
else window.analyticsEvents = { push() {} }

function start(path: string) {
  const takers = [countVisit(path)]
  if (id) takers.push(askForTag(id, path))
  const push: Take = (event) => {
    for (const take of takers) take(event)
  }
  showRefusal()
  watchPage(path, (name, data) => push({ name, data } as AnalyticsEvent))
  if (Array.isArray(already)) already.forEach(push)
  window.analyticsEvents = { push }
}

/** What the tag service is told, if and when it may be. */
function askForTag(measurementId: string, path: string): Take {
  let choice: Choice | undefined
  let waiting: AnalyticsEvent[] = []
  let send: Take | undefined
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
  return take
}
