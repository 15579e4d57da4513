/** How money comes that no provider tells us of: someone records it. */
export const handMethods = { cash: 'Cash', transfer: 'Bank transfer' } as const
export type HandMethod = keyof typeof handMethods

/** Whether a payment was recorded by hand, by its `provider`: it goes back by hand too. */
export const isHandMethod = (provider: string): provider is HandMethod => Object.hasOwn(handMethods, provider)
