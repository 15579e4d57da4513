/* Private links carry their secret in the path. Paths in logs and reports are written without it, however the link was spelled. */

/** Paths whose next segment is a secret, as parts of regular expressions; 'tt': mistyped. A new private link is an entry here. */
export const secretPlaces = ['track', 't', 'review', 'tt', 'take', 'calendar', 'book\\/confirmed', 'staff\\/wall\\/open', 'pay\\/[^/]+']

/** Even if it doesn't look like a token: a mistyped link is nearly right. */
const secretFollows = new RegExp(`^\\/(${secretPlaces.join('|')})\\/[^/]+`, 'i')

/** Returns true if a path is a private link's, or below one. */
export const isPrivateLink = (path: string): boolean => secretFollows.test(path)

/** As long as a token (ids.ts), or nearly. */
const longRun = /[\w-]{40,}/g
/** The address of a post may be as long; letters and hyphens alone are no token. */
const onlyWords = /^[a-z-]+$/

/** A visible ASCII character, escaped once or several times over. */
const escaped = /%(?:25)*(2[1-9a-f]|[3-6][\da-f]|7[\da-e])/gi

/** Replaces everything that looks like a token with `:token`. */
export const withoutTokens = (text: string): string => text.replace(longRun, (run) => (onlyWords.test(run) ? run : ':token'))

/** Returns a normalised path with its secrets replaced by `:token`. */
export function withoutSecrets(path: string): string {
  const plain = path.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).replace(/\/{2,}/g, '/')
  return withoutTokens(plain.replace(secretFollows, '/$1/:token'))
}
