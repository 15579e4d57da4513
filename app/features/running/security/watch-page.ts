import { threatsIn } from '#app/platform/threats.ts'
import type { PageEvent } from '../security-report.ts'

/** More would be the same fault repeated. */
const mostEvents = 50

/**
 * Watches this page until it is left: violations of the Content-Security-Policy, scripts injected from elsewhere, and typed text that looks
 * like an attack. Reports each once; for typed text only the field and the pattern, never the words.
 */
export function watchPage(onEvent: (event: PageEvent) => void): () => void {
  const told = new Set<string>()
  const tell = (kind: PageEvent['kind'], text: string) => {
    if (told.has(text) || told.size >= mostEvents) return
    told.add(text)
    onEvent({ at: new Date().toISOString(), kind, text })
  }

  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) =>
    tell('policy', `The browser blocked ${sourceText(blockedURI)} under ${effectiveDirective}.`)

  const onInput = ({ target }: Event) => {
    const isText = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'password')
    if (!isText) return
    for (const name of threatsIn(target.value.slice(0, mostRead))) tell('input', `Typed into ‘${fieldName(target)}’: ${name}.`)
  }

  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        const scripts = node.matches('script') ? [node] : [...node.querySelectorAll('script')]
        for (const script of scripts as HTMLScriptElement[]) {
          if (script.src && new URL(script.src, location.href).origin === location.origin) continue
          tell('script', `A script was added to the page: ${script.src ? sourceText(script.src) : 'inline'}.`)
        }
      }
  })

  document.addEventListener('securitypolicyviolation', onViolation)
  document.addEventListener('input', onInput, true)
  observer.observe(document, { subtree: true, childList: true })
  return () => {
    document.removeEventListener('securitypolicyviolation', onViolation)
    document.removeEventListener('input', onInput, true)
    observer.disconnect()
  }
}

const mostRead = 10_000

/** An address without its path and query, which may be personal. */
function sourceText(address: string): string {
  if (!URL.canParse(address)) return address || 'something inline'
  const { origin, protocol } = new URL(address)
  return origin === 'null' ? `a ${protocol} address` : origin
}

const fieldName = (field: HTMLInputElement | HTMLTextAreaElement) =>
  (field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.name).trim().slice(0, 60) || 'a field'
