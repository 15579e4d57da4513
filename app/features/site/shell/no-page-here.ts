/** The words for staff and engineers at an address that no page has. */
export const noPageHere = {
  title: 'There’s no page here',
  text: 'The address may have been mistyped, or the page may have moved.',
} as const
