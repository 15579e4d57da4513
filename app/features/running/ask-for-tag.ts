import type { AnalyticsEvent, track } from '#app/platform/track.ts'
import { browserRefuses, keepChoice, onChoiceElsewhere, readChoice } from './analytics/in-page/consent.ts'
import { askForConsent, showControl } from './analytics/in-page/consent-notice.ts'
import type { Choice } from './analytics/in-page/consented-events.ts'
import { allowTag, forgetTag, loadTag } from './analytics/in-page/google-tag.ts'

/* Asks for consent, and passes events to the tag service if it is given. Fetched only if there is a measurement id. */

const testViewMs = 1_000
const longestQueue = 50

type Take = (event: AnalyticsEvent) => void

/** Passes events to the tag service, if and when that is allowed. */
export function askForTag(measurementId: string, path: string): Take {
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
