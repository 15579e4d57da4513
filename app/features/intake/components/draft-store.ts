import type { Answers } from '#app/features/booking/answers.ts'
import type { SessionStorage } from '#app/platform/device-storage.ts'
import { retention } from '#content/retention.ts'

/* The answers of a visitor with JavaScript, in this tab only, until they are sent: they survive a reload, Back, and the page of another
   borough. Visitors without JavaScript have a row on the server (drafts.server.ts). */

export interface TabDraft {
  answers: Answers
  /** One per booking, until it is acknowledged or kept: sending it twice books once. */
  key: string
}

const name = 'booking-draft'

export const newDraft = (): TabDraft => ({ answers: {}, key: randomKey() })

/** The draft of this tab, or an empty one. */
export function loadDraft(): TabDraft {
  try {
    const tab: SessionStorage = sessionStorage
    const { answers, key, savedAt } = JSON.parse(tab.getItem(name) ?? '')
    if (typeof key === 'string' && answers && Date.now() - savedAt < retention.draftHours * 3_600_000) return { answers, key }
  } catch {
    // No draft, or a browser without storage.
  }
  return newDraft()
}

export function saveDraft(draft: TabDraft): void {
  try {
    const tab: SessionStorage = sessionStorage
    tab.setItem(name, JSON.stringify({ ...draft, savedAt: Date.now() }))
  } catch {
    // Without storage, the page itself still has the answers.
  }
}

export function forgetDraft(): void {
  try {
    const tab: SessionStorage = sessionStorage
    tab.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}

/** 128 random bits; `crypto.randomUUID` exists on https and localhost only. */
const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
