/** Query parameter of an engineer's page for a page or photo that they opened without signal and that isn't on their phone. */
export const notOnPhone = 'missing'

export type NotOnPhone = 'page' | 'photo'
