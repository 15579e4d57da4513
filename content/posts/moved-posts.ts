/** Addresses that posts had before, each with the address of today: the old one leads there for good. */
export const movedPosts: Readonly<Record<string, string>> = {
  'emergency-plumbing-costs-2025': 'emergency-plumbing-costs-2026',
}
