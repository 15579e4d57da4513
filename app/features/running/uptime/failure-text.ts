/** Words for a failed request of our own, without any address. */
export function failureText(error: unknown, isTimeUp: boolean, limitMs: number): string {
  if (isTimeUp) return `No answer within ${limitMs < 1000 ? `${limitMs} ms` : `${limitMs / 1000} seconds`}`
  const code = codeOf(error)
  return (code && texts[code]) || `It couldn’t be reached${code ? ` (${code})` : ''}`
}

const texts: Record<string, string> = {
  ECONNREFUSED: 'Nothing is listening there',
  ECONNRESET: 'The connection was dropped',
  UND_ERR_SOCKET: 'The connection was dropped',
  ENOTFOUND: 'The host name can’t be found',
  EAI_AGAIN: 'The host name couldn’t be looked up',
  CERT_HAS_EXPIRED: 'Its certificate has expired',
}

/** Returns the code of the cause: fetch only reports that it failed. */
function codeOf(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code, errors } = each as { code?: unknown; errors?: unknown[] }
    if (typeof code === 'string' && /^[A-Z_]+$/.test(code)) return code
    const first = errors?.[0]
    if (first instanceof Error) return codeOf(first)
  }
  return undefined
}
