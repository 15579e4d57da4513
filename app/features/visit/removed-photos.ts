import type { QueuedAct } from './queued-act.ts'

/** The kind of an engineer's act that removes a photo; its field `remove` has the photo's id. */
export const removePhotoKind = 'remove-photo'

/** Photos without those that this phone has removed, even if the server doesn't know that yet. */
export function withoutRemoved<Photo extends { id: string }>(photos: readonly Photo[], acts: readonly QueuedAct[]): Photo[] {
  const isRemoval = ({ kind, state }: QueuedAct) => kind === removePhotoKind && (state === 'waiting' || state === 'done')
  const removed = new Set(acts.filter(isRemoval).map(({ fields }) => fields.remove))
  return photos.filter(({ id }) => !removed.has(id))
}
