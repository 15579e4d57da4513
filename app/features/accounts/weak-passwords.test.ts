import { describe, expect, it } from 'vitest'
import { passwordProblem } from './weak-passwords.server.ts'

describe('A password', () => {
  it.each(['staff', 'owner'] as const)('of %s has at least 12 characters', async (role) => {
    expect((await passwordProblem('sturdy7sturd', '', role))?.message).toBeUndefined()
    expect((await passwordProblem('sturdy7stur', '', role))?.message).toBe('Password should be at least 12 characters.')
  })

  it.each([
    ['five!', 'length'],
    ['ééééé', 'length'],
    ['x'.repeat(257), 'length'],
    ['PassWord1', 'pwned'],
    ['ｐａｓｓｗｏｒｄ', 'pwned'],
    ['Plumbers2026!', 'pwned'],
    ['B0iler..boiler', undefined],
    ['123.Priya.Raman', 'pwned'],
    ['priya.raman@example.com', 'pwned'],
  ])('%s is refused for %s', async (password, reason) => {
    const problem = await passwordProblem(password, 'priya.raman@example.com')
    expect(problem?.details().weak_password).toEqual(reason && { reasons: [reason] })
    if (problem) expect(problem.message).toMatch(/^Password should be /)
  })

  it.each(['sturdy7', 'correct horse battery staple', 'no digit here', '🔧🔧🔧🔧🔧🔧', 'x'.repeat(6) + 'y'.repeat(250), '        '])(
    '%s is taken: any letters in any order will do',
    async (password) => {
      expect(await passwordProblem(password, 'priya@example.com')).toBeUndefined()
    },
  )
})
