import { plainCode, sanitise } from './sanitise.ts'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** A simple address in plain letters: no name beside it, no list of several. */
const address = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@(${label}(?:\\.${label})+)$`, 'i')
const longest = 254

/** Latin letters beside those of a script that has the same shapes: a host that looks like another one. */
const lookalike =
  /\p{Script=Latin}[^.]*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}][^.]*\p{Script=Latin}/u

/**
 * Returns an email address as it is stored, or undefined if email can't be delivered to it. Curly apostrophes, long hyphens and a full stop
 * at the end, which text programs and keyboards add, are undone. An international host is stored in its ASCII form (`xn--mller-kva.de`),
 * which is what we show too. Before the @ only ASCII letters are accepted, since few mail systems accept others.
 * An address with anything that would be stripped from a text is refused: stripped, it would be someone else's. So is one with a
 * right-to-left override, which shows what follows backwards: the address that was read isn't the one that would be stored.
 */
export function normaliseEmail(typed: string): string | undefined {
  if (typed.includes('\u202e')) return undefined
  const text = tidyEmail(typed)
  const at = text.lastIndexOf('@')
  const host = text.slice(at + 1)
  const email = isAscii(host) ? text : `${text.slice(0, at)}@${asciiHost(host)}`
  return email.length <= longest && address.test(email) && sanitise(email) === email ? email : undefined
}

/** Returns the first character of an address that mail systems don't accept, if that is the problem. */
export function oddCharacterOf(typed: string): string | undefined {
  return /@./.test(typed) ? [...tidyEmail(typed)].find((character) => character > '\x7f') : undefined
}

const isAscii = (text: string) => /^[\x21-\x7e]*$/.test(text)

const tidyEmail = (typed: string): string =>
  plainCode(
    typed
      .slice(0, 500)
      .replace(/[’‘ʼ′]/g, "'")
      .replace(/[‐‑–−]/g, '-'),
  )
    .replace(/^mailto:/i, '')
    .replace(/。/g, '.')
    .replace(/[\s.,;:!?"'”)]+$/, '')

/** '' if it isn't a host, or looks like another one. */
function asciiHost(host: string): string {
  const url = `http://${host}/`
  return !/[\s/\\?#@:]/.test(host) && !lookalike.test(host) && URL.canParse(url) ? new URL(url).hostname : ''
}
