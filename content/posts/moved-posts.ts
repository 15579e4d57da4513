/** Former addresses of posts, each with its present one: they redirect permanently. */
export const movedPosts: Readonly<Record<string, string>> = {
  'emergency-plumbing-costs-2025': 'emergency-plumbing-costs-2026',
}
