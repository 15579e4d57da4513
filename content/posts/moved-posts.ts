/** Former addresses of posts, with the present ones: they redirect permanently. */
export const movedPosts: Readonly<Record<string, string>> = {
  'emergency-plumbing-costs-2025': 'emergency-plumbing-costs-2026',
}
