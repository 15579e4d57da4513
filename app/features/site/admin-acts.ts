import type { PostFields, PostProblems } from './post-fields.ts'

/* Messages between the blog's admin in the browser and the server. */

/** An act that was done, and its post. */
export interface Acted {
  done: 'created' | 'saved' | 'published' | 'unpublished' | 'deleted' | 'restored'
  id: string
  title: string
  slug: string
}

/** A post's fields and their version: its `updated_at`. */
export interface PostVersion {
  fields: PostFields
  version: string
}

/** Why it was not done. */
export interface Refused {
  done?: undefined
  message: string
  problems?: PostProblems
  /** The stored version, if someone else saved first. */
  current?: PostVersion
}

export type ActAnswer = Acted | Refused

const doneTitles: Record<Acted['done'], string> = {
  created: 'Blog post created successfully!',
  saved: 'Post saved',
  published: 'Post published',
  unpublished: 'Post unpublished',
  deleted: 'Post deleted',
  restored: 'Post restored',
}

const doneTexts: Record<Acted['done'], string> = {
  created: 'It’s in the list.',
  saved: 'If it’s published, visitors can see the change now.',
  published: 'Visitors can see it now.',
  unpublished: 'It’s a draft again, so visitors no longer see it.',
  deleted: 'Visitors no longer see it. You can restore it.',
  restored: 'It’s back to how it was.',
}

/** The notice for an act, by the word in the address; undefined for an unknown word. */
export function doneNotice(done: string | null): { title: string; text: string } | undefined {
  if (done === null || !Object.hasOwn(doneTitles, done)) return undefined
  return { title: doneTitles[done as Acted['done']], text: doneTexts[done as Acted['done']] }
}
