import type { SecurityCheck } from '../security-report.ts'

/** A Content-Security-Policy as a browser reads it: of a repeated directive the first counts. */
function readPolicy(header: string): Map<string, string[]> {
  const directives = new Map<string, string[]>()
  for (const part of header.split(';')) {
    const [name, ...sources] = part.trim().split(/\s+/)
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources)
  }
  return directives
}

/** Weaknesses of a policy, most serious first: `isGrave` if it allows unintended scripts. */
export function policyProblems(header: string): { text: string; isGrave: boolean }[] {
  const policy = readPolicy(header)
  if (policy.size === 0) return [{ text: 'there is no policy', isGrave: true }]
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src')
  const grave = (text: string) => ({ text, isGrave: true })
  const light = (text: string) => ({ text, isGrave: false })
  const scripts = sourcesOf('script-src')
  const styles = sourcesOf('style-src')
  const isOpen = (source: string) => /^(\*|https?:|wss?:|data:|blob:|filesystem:)$/i.test(source)
  const named = (source: string) => /^'(nonce|sha(256|384|512))-/i.test(source)
  const has = (sources: string[] | undefined, word: string) => sources?.some((source) => source.toLowerCase() === word) ?? false
  return [
    ...(scripts ? [] : [grave('scripts may come from anywhere')]),
    ...(scripts?.some(isOpen) ? [grave('scripts may come from any website')] : []),
    // If scripts are allowed by nonce, browsers ignore it: it is there for old ones.
    ...(has(scripts, "'unsafe-inline'")
      ? [scripts?.some(named) ? light("'unsafe-inline' for scripts") : grave("'unsafe-inline' for scripts")]
      : []),
    ...(has(scripts, "'unsafe-eval'") ? [grave("'unsafe-eval' for scripts")] : []),
    ...(scripts?.some((source) => /^(https?:\/\/)?\*\./i.test(source)) ? [light('scripts may come from any subdomain of a domain')] : []),
    ...(styles ? [] : [light('styles may come from anywhere')]),
    ...(has(styles, "'unsafe-inline'") ? [light("'unsafe-inline' for styles")] : []),
    ...[...policy].flatMap(([name, sources]) =>
      !/^(script|style)-src/.test(name) && has(sources, '*') ? [light(`a wildcard in ${name}`)] : [],
    ),
    ...(has(sourcesOf('object-src'), "'none'") ? [] : [light('plug-ins are not ruled out')]),
    ...['frame-ancestors', 'base-uri', 'form-action'].flatMap((name) => (policy.has(name) ? [] : [light(`no ${name}`)])),
  ].sort((a, b) => Number(b.isGrave) - Number(a.isGrave))
}

export function judgePolicy(header: string): SecurityCheck {
  const problems = policyProblems(header)
  const isGrave = problems.some((problem) => problem.isGrave)
  const rules = readPolicy(header).size
  return {
    id: 'csp',
    name: 'CSP Headers',
    status: isGrave ? 'critical' : problems.length > 0 ? 'warning' : 'secure',
    description:
      problems.length > 0
        ? `This page’s Content-Security-Policy has weak points: ${problems.map(({ text }) => text).join('; ')}.`
        : 'This page’s Content-Security-Policy lets only our own scripts run and stops other websites from framing it.',
    value: rules === 0 ? 'No policy' : `${rules} rules, ${problems.length === 0 ? 'none weak' : `${problems.length} weak`}`,
  }
}
