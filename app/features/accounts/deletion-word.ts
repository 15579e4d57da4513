/** Typed to confirm that an account is deleted; case-insensitive. */
export const deletionWord = 'DELETE'
export const confirmsDeletion = (typed: string): boolean => typed.trim().toUpperCase() === deletionWord
