/** What is typed to delete an account, in any case. */
export const deletionWord = 'DELETE'
export const confirmsDeletion = (typed: string): boolean => typed.trim().toUpperCase() === deletionWord
