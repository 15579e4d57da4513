import { useRef } from 'react'

/** The security token of a booking: fetched when the form is first touched, since readers need none. */
export function useSecurityToken() {
  const token = useRef<{ value?: string }>(undefined)

  async function prepare() {
    if (token.current) return
    const own: { value?: string } = {}
    token.current = own
    try {
      const answer = await fetch('/functions/v1/csrf-token', { signal: AbortSignal.timeout(10_000) })
      own.value = (await answer.json()).csrfToken
    } catch {
      // Without a token the server judges the browser's Origin; the next touch asks again.
      if (token.current === own) token.current = undefined
    }
  }

  return {
    prepare,
    /** The token, if it has arrived. */
    value: () => token.current?.value,
    /** A new one is fetched after each send. */
    forget() {
      token.current = undefined
    },
  }
}
