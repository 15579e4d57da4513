import { type Kysely, sql } from 'kysely'
import { firstPosts } from './first-posts.ts'

/** The cost guide's address until then. */
const oldCostGuide = 'emergency-plumbing-costs-2025'

/** The posts that the site started with take their new words and the cost guide its new address, unless someone has edited them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { slug, title, excerpt, content, metaDescription } of firstPosts) {
    const oldSlug = slug === 'emergency-plumbing-costs-2026' ? oldCostGuide : slug
    await sql`update blog_posts
      set slug = ${slug}, title = ${title}, excerpt = ${excerpt}, content = ${content}, meta_description = ${metaDescription}
      where slug in (${slug}, ${oldSlug}) and updated_at = created_at`.execute(db)
  }
}

/** The words of before are kept nowhere; the posts are readable with either. */
export async function down(): Promise<void> {}
