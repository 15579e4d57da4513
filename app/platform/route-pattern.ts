/** An address as a label may name it: one of the site's patterns, without user input. */
export type PatternOf = (path: string) => string

/** For addresses that don't belong to the site. */
export const noPattern = '(none)'

/** The name under which every page that doesn't exist is counted. */
export const notFoundRoute = 'not-found'

/** A pattern that names its parameters (`/track/:token`) or ends in a star. */
interface Known {
  pattern: string
  matches: RegExp
  /** Length of its fixed part: of two that match, the more specific one wins. */
  fixed: number
}

/** Returns a function that finds an address's pattern in a list; exact ones without searching. */
export function createPatternOf(patterns: readonly string[]): PatternOf {
  const exact = new Set(patterns.filter((pattern) => !/[:*]/.test(pattern)))
  const others: Known[] = [...new Set(patterns.filter((pattern) => /[:*]/.test(pattern) && !/^\/?\*$/.test(pattern)))]
    .map((pattern) => ({ pattern, matches: expressionOf(pattern), fixed: pattern.replace(/:[^/]+|\*/g, '').length }))
    .sort((a, b) => b.fixed - a.fixed)
  return (path) => {
    const plain = path.length > 1 ? path.replace(/\/$/, '') : path
    if (exact.has(plain)) return plain
    return others.find(({ matches }) => matches.test(plain))?.pattern ?? noPattern
  }
}

const expressionOf = (pattern: string) =>
  new RegExp(
    `^${pattern
      .split('/')
      .map((part) => {
        if (part === '*') return '.*'
        if (part.startsWith(':')) return '[^/]+'
        return part.replace(/[.+?^$\u007b\u007d()|[\]\\]/g, '\\$&')
      })
      .join('/')}$`,
  )
