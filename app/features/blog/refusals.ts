import { Refusal } from '#app/platform/errors.ts'
import { type PostProblems, summaryText } from './post-fields.ts'

/** The fields cannot be stored as they are; of a taken slug too. */
export class InvalidPost extends Refusal {
  readonly code = 'invalid_post'
  readonly status = 400
  readonly fields: PostProblems
  constructor(problems: PostProblems) {
    super(summaryText(problems))
    this.fields = problems
  }
}

/** Another post has the slug. */
export class SlugTaken extends Refusal {
  readonly code = 'slug_taken'
  readonly status = 409
  readonly slug: string
  constructor(slug: string) {
    super('Another post has this slug')
    this.slug = slug
  }
}

/** There is a post of this id, and it was made from something else. */
export class PostExists extends Refusal {
  readonly code = 'post_exists'
  readonly status = 409
  readonly id: string
  constructor(id: string) {
    super('This post was saved before, with another text. Open it in the list to change it')
    this.id = id
  }
}

/** Somebody has changed the post since. */
export class PostChanged extends Refusal {
  readonly code = 'post_changed'
  readonly status = 409
  constructor() {
    super('Somebody else has changed this post since you opened it')
  }
}

/** No such post, or no more. */
export class NoSuchPost extends Refusal {
  readonly code = 'no_such_post'
  readonly status = 404
  constructor() {
    super('This post is not there any more')
  }
}
