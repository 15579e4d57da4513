import type { SitePath } from '#app/values/site-path.ts'
import type { Choice } from './consented-events.ts'

/* The notice that asks for consent, and the control on /cookies. Both are made by script, since they do nothing without it, so pages don't
   grow. They use the button styles that every page has, and a style sheet made here, which the pages' policy allows. */

const style = `
.consent{position:fixed;left:0;right:0;z-index:5;padding:12px 16px 14px;background:var(--color-chalk);border-top:2px solid;font-size:.9375rem;line-height:1.35}
.consent p{max-width:40em}
.consent a{display:inline-block;padding:11px 4px;margin:-11px -4px}
.consent div{display:grid;grid-template-columns:1fr 1fr;gap:8px;margin-top:10px}
.consent.away{visibility:hidden}
@media(min-width:700px){.consent{display:flex;align-items:center;gap:24px;padding:12px 32px}.consent div{flex:none;margin:0}}
@media(min-width:1080px){.consent{right:auto;max-width:820px;border-right:2px solid}}`

const words = 'Can Google Analytics count your visit? It sets cookies. Nothing is sent unless you accept. '

/** The notice on screen, if any. */
let shown: { element: HTMLElement; end: AbortController } | undefined

const make = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, text = '', className = ''): HTMLElementTagNameMap[Tag] =>
  Object.assign(document.createElement(tag), { textContent: text, className })

/** The two buttons, of the same look and size until one is chosen. */
function keys(onChoice: (choice: Choice) => void, pressed?: Choice): HTMLElement {
  const box = make('div')
  for (const [choice, label] of [
    ['granted', 'Accept'],
    ['refused', 'Refuse'],
  ] as const) {
    const key = make('button', label, `key key-small key-${choice === pressed ? 'ink' : 'outline'}`)
    key.type = 'button'
    if (pressed) key.setAttribute('aria-pressed', String(choice === pressed))
    key.onclick = () => onChoice(choice)
    box.append(key)
  }
  return box
}

/** Shows or removes the question, in a region above the bar at the bottom. */
export function askForConsent(isWanted: boolean, onChoice: (choice: Choice) => void): void {
  if (isWanted === (shown !== undefined)) return
  if (shown) {
    shown.end.abort()
    shown.element.remove()
    document.documentElement.style.scrollPaddingBottom = ''
    shown = undefined
    return
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const element = make('section', '', 'consent')
  element.setAttribute('aria-label', 'Your choice about analytics')
  const text = make('p', words)
  const link = make('a', 'Cookies and your choice')
  link.href = '/cookies#analytics' satisfies SitePath
  text.append(link)
  element.append(text, keys(onChoice))
  const end = new AbortController()
  shown = { element, end }
  // After the skip link: first for people who use a keyboard or screen reader.
  document.body.firstElementChild?.after(element)

  const bar = [...document.querySelectorAll('aside')].find((each) => getComputedStyle(each).position === 'fixed')
  const place = () => {
    // The bar is hidden on wide screens and has no height there.
    const barPx = bar?.offsetHeight ?? 0
    element.style.bottom = `${barPx}px`
    document.documentElement.style.scrollPaddingBottom = `${barPx + element.offsetHeight + 24}px`
  }
  const sizes = new ResizeObserver(place)
  sizes.observe(element)
  if (bar) sizes.observe(bar)
  end.signal.onabort = () => sizes.disconnect()
  place()
  document.addEventListener('focusin', ({ target }) => stepAside(element, target as Element), { signal: end.signal })
}

/** Never covers the focused element: scrolls the page, or, if that isn't possible, hides the notice until the focus moves. */
function stepAside(notice: HTMLElement, focused: Element) {
  notice.classList.remove('away')
  if (notice.contains(focused) || focused.closest('dialog')) return
  const covered = () => {
    const { top, bottom, left, right } = focused.getBoundingClientRect()
    const box = notice.getBoundingClientRect()
    return bottom > box.top && top < box.bottom && right > box.left && left < box.right ? bottom - box.top : 0
  }
  // A little more, for the focus ring.
  if (covered()) scrollBy({ top: covered() + 8, behavior: 'instant' })
  if (covered()) notice.classList.add('away')
}

/** On /cookies: the current choice and the buttons that change it, replacing the text for browsers without scripts. */
export function showControl(choice: Choice | undefined, isBrowsersOwn: boolean, onChoice: (choice: Choice) => void): void {
  const control = document.getElementById('analytics-choice')
  if (!control) return
  const says = isBrowsersOwn
    ? 'Your browser asks websites not to track you. That counts as a refusal, so analytics is off.'
    : choice === 'granted'
      ? 'Analytics is on because you accepted it.'
      : choice === 'refused'
        ? 'Analytics is off because you refused it.'
        : 'Analytics is off until you accept.'
  let status = control.querySelector('[role=status]')
  if (!status) {
    status = make('p')
    status.setAttribute('role', 'status')
    control.replaceChildren(status)
  }
  status.textContent = says
  if (isBrowsersOwn) return
  const pressed = document.activeElement?.closest('#analytics-choice button')?.textContent
  control.querySelector('div')?.remove()
  const box = keys(onChoice, choice)
  box.className = 'mt-3 flex gap-3'
  control.append(box)
  if (pressed) [...box.querySelectorAll('button')].find(({ textContent }) => textContent === pressed)?.focus()
}
