/** Payment methods that no provider reports: someone records them. */
export const handMethods = { cash: 'Cash', transfer: 'Bank transfer' } as const
export type HandMethod = keyof typeof handMethods

/** A method's name within a sentence: 'in cash', 'by bank transfer', 'by card'. */
export const paidInWords = (method: string): string => (method === handMethods.cash ? 'in cash' : `by ${method.toLowerCase()}`)

/** Returns true if a payment was recorded by hand, by its `provider`: it is refunded by hand too. */
export const isHandMethod = (provider: string): provider is HandMethod => Object.hasOwn(handMethods, provider)
