import { CodedRefusal, Refusal } from '#app/platform/errors.ts'
import { type PostProblems, summaryText } from './post-fields.ts'

/** The fields cannot be stored as they are. */
export class InvalidPost extends Refusal {
  readonly code = 'invalid_post'
  readonly status = 400
  readonly fields: PostProblems
  constructor(fields: PostProblems) {
    super(summaryText(fields))
    this.fields = fields
  }
}

/** Another post has the slug. */
export const slugTaken = (slug: string) => new CodedRefusal(409, 'slug_taken', 'Another post has this slug', { details: { slug } })

/** There is another post with this id, made from different fields. */
export const postExists = (id: string) =>
  new CodedRefusal(409, 'post_exists', 'This post was saved earlier with different text. Open it in the list to change it', {
    details: { id },
  })

/** Someone has changed the post in the meantime. */
export const postChanged = () => new CodedRefusal(409, 'post_changed', 'Someone else has changed this post since you opened it')

/** The post doesn't exist, or no longer. */
export const noSuchPost = () => new CodedRefusal(404, 'no_such_post', 'This post no longer exists')
