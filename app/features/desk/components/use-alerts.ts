import { useEffect, useRef, useState } from 'react'
import type { LocalStorage } from '#app/platform/device-storage.ts'
import type { LocalItem } from '#content/device-storage.ts'
import type { Card } from '../card.ts'

/**
 * Plays a sound for new jobs in the queue, if switched on: two notes, four for Red Line. Browsers allow sound only after a click or key on
 * the page.
 */
export function useSound(waiting: readonly Pick<Card, 'id' | 'isRedLine'>[]) {
  const { isOn, choose } = useChoice('board-sound', false)
  const audio = useRef<AudioContext>(undefined)
  const known = useRef<ReadonlySet<string>>(undefined)

  useEffect(() => {
    if (!isOn) return
    const context = new AudioContext()
    audio.current = context
    const wake = () => void context.resume()
    addEventListener('pointerdown', wake)
    addEventListener('keydown', wake)
    return () => {
      removeEventListener('pointerdown', wake)
      removeEventListener('keydown', wake)
      audio.current = undefined
      void context.close()
    }
  }, [isOn])
  useEffect(() => {
    const before = known.current
    known.current = new Set(waiting.map(({ id }) => id))
    const news = before ? waiting.filter(({ id }) => !before.has(id)) : []
    if (news.length > 0 && audio.current) sound(audio.current, news.some(({ isRedLine }) => isRedLine) ? 4 : 2)
  }, [waiting])

  return {
    isOn,
    choose(value: boolean) {
      choose(value)
      if (value) setTimeout(() => audio.current && sound(audio.current, 1))
    },
  }
}

function sound(context: AudioContext, notes: number) {
  for (let note = 0; note < notes; note++) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()]
    const start = context.currentTime + note * 0.22
    oscillator.frequency.value = note % 2 === 0 ? 880 : 660
    gain.gain.setValueAtTime(0.18, start)
    gain.gain.exponentialRampToValueAtTime(0.001, start + 0.2)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start)
    oscillator.stop(start + 0.2)
  }
}

/**
 * Single keys, while no field has the focus: A opens 'assign' of the booking that has it (else of the first without an engineer), / goes to the
 * search, ? to the list of keys. They can be switched off, for people who use speech input (WCAG 2.1.4).
 */
export function useKeys(showKeys: () => void) {
  const choice = useChoice('board-keys', true)
  const { isOn } = choice
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return
      const act = { a: assign, A: assign, '/': search, '?': showKeys }[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn, showKeys])
  return choice
}

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null

const search = () => document.getElementById('search')?.focus()

function assign() {
  const card = document.activeElement?.closest('[data-card]') ?? document.querySelector('[data-card][data-unassigned]')
  const details = card?.querySelector<HTMLDetailsElement>('details[name=assign]')
  if (!details) return
  const panel = details.closest<HTMLDetailsElement>('details[name=job]')
  if (panel) panel.open = true
  details.open = true
  const choice = (state: string) => details.querySelector<HTMLInputElement>(`input[type=radio]:${state}`)
  ;(choice('checked') ?? choice('enabled'))?.focus()
}

/**
 * A dispatcher's setting for the board: on or off, `usual` until they choose. It is kept in their browser (content/legal/cookies.ts); where
 * that has no storage, it applies until the page is left.
 */
function useChoice(name: Extract<LocalItem, `board-${string}`>, usual: boolean) {
  const [isOn, setIsOn] = useState(usual)
  useEffect(() => {
    try {
      const kept = device().getItem(name)
      if (kept === 'on' || kept === 'off') setIsOn(kept === 'on')
    } catch {}
  }, [name])
  const choose = (value: boolean) => {
    setIsOn(value)
    try {
      device().setItem(name, value ? 'on' : 'off')
    } catch {}
  }
  return { isOn, choose }
}

const device = (): LocalStorage => localStorage
