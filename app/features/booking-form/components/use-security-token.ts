import { useRef } from 'react'

/** The security token of a booking: fetched when the form is first touched, since who only reads needs none. */
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
      // Without a token the browser's word on where the form stands counts; the next touch asks again.
      if (token.current === own) token.current = undefined
    }
  }

  return {
    prepare,
    /** The token, if it has come. */
    value: () => token.current?.value,
    /** After a send a new one is made. */
    forget() {
      token.current = undefined
    },
  }
}
