import { describe, expect, it } from 'vitest'
import { loggable } from './log.ts'

describe('what the log shows of an error', () => {
  it('names no e-mail address that a mail server quoted', () => {
    const { message } = loggable(new Error('550 5.1.1 <priya.raman+x@example.co.uk>: no such user, ask postmaster@example.com'))
    expect(message).toBe('550 5.1.1 <[address]>: no such user, ask [address]')
  })

  it('names only the type of what is no error', () => {
    expect(loggable({ email: 'a@b.co' })).toEqual({ type: 'object' })
  })
})
