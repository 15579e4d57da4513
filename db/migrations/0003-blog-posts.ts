import { type Kysely, sql } from 'kysely'
import { v7 } from 'uuid'
import { firstPosts } from './first-posts.ts'

/** Posts, and those that the site starts with: from then on they are rows like any other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table blog_posts (
    id text primary key,
    title text not null check (title <> ''),
    slug text not null unique check (slug <> ''),
    category text not null,
    excerpt text not null,
    content text not null,
    meta_description text not null check (length(meta_description) <= 160),
    keywords text not null,
    author text not null,
    published integer not null check (published in (0, 1)),
    featured integer not null check (featured in (0, 1)),
    created_at text not null,
    updated_at text not null,
    published_at text,
    check ((published = 1) = (published_at is not null))
  )`.execute(db)
  await sql`create index blog_posts_newest on blog_posts (published, created_at)`.execute(db)
  for (const { slug, title, category, excerpt, content, metaDescription, keywords, author, createdAt } of firstPosts)
    await sql`insert into blog_posts
      (id, title, slug, category, excerpt, content, meta_description, keywords, author, published, featured, created_at, updated_at, published_at)
      values (${v7()}, ${title}, ${slug}, ${category}, ${excerpt}, ${content}, ${metaDescription}, ${keywords}, ${author},
        1, 0, ${createdAt}, ${createdAt}, ${createdAt})`.execute(db)
}
