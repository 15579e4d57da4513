import { plainText } from '#app/platform/sanitise.ts'

/* Rules for posts, the same in the browser (before sending or keeping) and on the server. */

/** The fields of a post's form. */
export interface PostFields {
  title: string
  /** '': made from the title. */
  slug: string
  category: string
  excerpt: string
  content: string
  metaDescription: string
  keywords: string
  published: boolean
  featured: boolean
}

export type PostText = Exclude<keyof PostFields, 'published' | 'featured'>

/** In JavaScript characters. A whole post is smaller than the request limit. */
export const longest: Record<PostText, number> = {
  title: 200,
  slug: 100,
  category: 60,
  excerpt: 500,
  content: 20_000,
  metaDescription: 160,
  keywords: 200,
}

export const postTexts = Object.keys(longest) as PostText[]
const required = ['title', 'category', 'excerpt', 'content'] as const satisfies readonly PostText[]

/** The names of the fields in the form and in messages. */
export const labels: Record<PostText, string> = {
  title: 'Title',
  slug: 'Slug',
  category: 'Category',
  excerpt: 'Excerpt',
  content: 'Content',
  metaDescription: 'Meta description',
  keywords: 'Keywords',
}

/** The specification's words. */
export const blogTexts = {
  missing: 'Please fill in all required fields',
  signedOut: 'You must be logged in to create blog posts',
  keptOffline: 'Blog post created successfully! (Using offline storage due to network issues)',
  failed: (message: string) => `Failed to create blog post: ${message}`,
}

/** Form of slugs, as made by `slugOf`. */
const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** A title as an address: lower case, only letters, digits and single hyphens. Accents are dropped, their letters kept. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, longest.slug)
    .replace(/-$/, '')

/** Fields as they are stored. A missing slug is made from the title. */
export function cleanedFields(fields: PostFields): PostFields {
  const texts = Object.fromEntries(postTexts.map((name) => [name, plainText(fields[name])])) as Record<PostText, string>
  return { ...texts, slug: texts.slug || slugOf(texts.title), published: fields.published, featured: fields.featured }
}

type PostProblem = 'missing' | 'too-long' | 'not-a-slug' | 'taken'
export type PostProblems = Partial<Record<PostText, PostProblem>>

/** Returns the problems of cleaned fields by field; empty if they can be stored. */
export function problemsOf(fields: PostFields): PostProblems {
  const problems: PostProblems = {}
  for (const name of required) if (fields[name] === '') problems[name] = 'missing'
  for (const name of postTexts) if (fields[name].length > longest[name]) problems[name] = 'too-long'
  if (!problems.slug && !problems.title && !slugForm.test(fields.slug)) problems.slug = 'not-a-slug'
  return problems
}

/** The words for a problem, beside its field and in the summary. */
export function problemText(name: PostText, problem: PostProblem): string {
  if (problem === 'missing') return `${labels[name]}: please fill this in`
  if (problem === 'too-long') return `${labels[name]}: use ${longest[name].toLocaleString('en-GB')} characters or fewer`
  if (problem === 'taken') return 'Another post already has this slug: please choose a different one'
  return 'Slug: lower-case letters, digits and single hyphens only, such as find-your-stopcock'
}

/** The summary of all problems. */
export const summaryText = (problems: PostProblems): string =>
  Object.values(problems).includes('missing') ? blogTexts.missing : 'Please check the highlighted fields'

/** The fields that someone has typed, from a form or from JSON; anything but text is ignored. */
export function readFields(value: (name: string) => unknown): PostFields {
  const text = (name: string) => {
    const given = value(name)
    return typeof given === 'string' ? given : ''
  }
  const flag = (name: string) => value(name) === true || value(name) === 'on'
  return {
    title: text('title'),
    slug: text('slug'),
    category: text('category'),
    excerpt: text('excerpt'),
    content: text('content'),
    metaDescription: text('metaDescription'),
    keywords: text('keywords'),
    published: flag('published'),
    featured: flag('featured'),
  }
}

export const emptyFields: PostFields = readFields(() => undefined)
