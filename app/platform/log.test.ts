import { describe, expect, it } from 'vitest'
import { newToken } from '#app/values/ids.ts'
import { loggable } from './log.ts'

describe('what the log shows of an error', () => {
  it('names no e-mail address that a mail server quoted', () => {
    const { message } = loggable(new Error('550 5.1.1 <priya.raman+x@example.co.uk>: no such user, ask postmaster@example.com'))
    expect(message).toBe('550 5.1.1 <[address]>: no such user, ask [address]')
  })

  it('has no private link in it, also where it is cut', () => {
    const secret = newToken()
    expect(loggable(new Error(`No action for "/track/${secret}"`)).message).toBe('No action for "/track/:token"')
    for (let at = 240; at <= 300; at++)
      expect(loggable(new Error(`${'. '.repeat(150).slice(0, at)}${secret}`)).message).not.toContain(secret.slice(0, 8))
  })

  it('names only the type of what is no error', () => {
    expect(loggable({ email: 'a@b.co' })).toEqual({ type: 'object', message: '', stack: '' })
  })
})
