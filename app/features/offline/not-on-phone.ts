/** The parameter in the address of an engineer's page that says what they opened without signal and don't have on their phone. */
export const notOnPhone = 'missing'

export type NotOnPhone = 'page' | 'photo'
