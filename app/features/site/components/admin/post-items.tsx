import type { FormEvent, ReactNode } from 'react'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { type AdminPost, editPath, previewPath } from '../../admin-list.ts'
import { postDate } from '../../reading/post-date.ts'
import type { OfflinePost } from '../../writing/offline-posts.ts'

export type RowAct = 'publish' | 'unpublish' | 'delete' | 'restore'

interface Acting {
  /** Called instead of submitting the form. */
  onAct: (intent: RowAct, id: string) => void
}

/** A button that is a form: it works without JavaScript. */
export function ActButton({
  intent,
  id,
  about,
  children,
  onAct,
}: Acting & { intent: RowAct; id: string; about: string; children: string }) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    onAct(intent, id)
  }
  return (
    <form method="post" action={'/blog-admin' satisfies SitePath} onSubmit={onSubmit}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <Button look="outline" className="key-small">
        {children}
        <span className="sr-only">{about}</span>
      </Button>
    </form>
  )
}

/** A post of the list. `kept`: its unsent change on this device. */
export function PostItem({ post, isBuiltIn, kept, onAct }: Acting & { post: AdminPost; isBuiltIn: boolean; kept?: ReactNode }) {
  const { id, title, slug, category, excerpt, published, featured, createdAt, publishedAt } = post
  return (
    <Item
      title={title}
      category={category}
      isPublished={published}
      isFeatured={featured}
      date={publishedAt ?? createdAt}
      slug={slug}
      excerpt={excerpt}
    >
      {kept}
      {!isBuiltIn && (
        <div className="mt-3 flex flex-wrap gap-2">
          <ButtonLink look="outline" href={editPath(id)} className="key-small">
            Edit<span className="sr-only"> {title}</span>
          </ButtonLink>
          <ButtonLink look="outline" href={previewPath(id)} className="key-small">
            Preview<span className="sr-only"> {title}</span>
          </ButtonLink>
          <ActButton intent={published ? 'unpublish' : 'publish'} id={id} about={` ${title}`} onAct={onAct}>
            {published ? 'Unpublish' : 'Publish'}
          </ActButton>
          <ActButton intent="delete" id={id} about={` ${title}`} onAct={onAct}>
            Delete
          </ActButton>
        </div>
      )}
    </Item>
  )
}

interface KeptProps {
  post: OfflinePost
  onEdit: (post: OfflinePost) => void
  onSend: (post: OfflinePost) => void
  onForget: (post: OfflinePost) => void
}

/** A new post that waits on this device. */
export function KeptItem(props: KeptProps) {
  const { title, category, published, featured, slug, excerpt, updated_at } = props.post
  return (
    <Item title={title} category={category} isPublished={published} isFeatured={featured} date={updated_at} slug={slug} excerpt={excerpt}>
      <KeptNote {...props} />
    </Item>
  )
}

/** An unsent post on this device, the reason, and the actions for it. */
export function KeptNote({ post, onEdit, onSend, onForget }: KeptProps) {
  const { title, refusal } = post
  const button = (label: string, act: (post: OfflinePost) => void) => (
    <Button type="button" look="outline" className="key-small" onClick={() => act(post)}>
      {label}
      <span className="sr-only"> {title}</span>
    </Button>
  )
  return (
    <div className={`mt-2 border-l-4 py-1 pl-4 ${refusal ? 'border-alarm' : 'border-ink'}`}>
      <p>
        <Badge tone="lamp">Offline</Badge>{' '}
        {refusal ? `Not sent: ${refusal}.` : 'Saved on this device. We’ll send it when you’re back online.'}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {button('Change it', onEdit)}
        {button('Send now', onSend)}
        {button('Discard it', onForget)}
      </div>
    </div>
  )
}

interface ItemProps {
  title: string
  category: string
  isPublished: boolean
  isFeatured: boolean
  date: string
  slug: string
  excerpt: string
  children: ReactNode
}

function Item({ title, category, isPublished, isFeatured, date, slug, excerpt, children }: ItemProps) {
  return (
    <li className="border-b border-line py-4 [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Badge tone={isPublished ? 'ok' : 'plain'}>{isPublished ? 'Published' : 'Draft'}</Badge>
        {isFeatured && <Badge tone="plain">Featured</Badge>}
        <span>
          <bdi>{category}</bdi> · <time dateTime={date}>{postDate(date)}</time>
        </span>
      </p>
      <h3 className="mt-1 text-lg leading-tight">{title}</h3>
      <p className="text-sm text-muted">/blog/{slug}</p>
      <p className="mt-1">{excerpt}</p>
      {children}
    </li>
  )
}

const tones = { ok: 'bg-ok-wash', lamp: 'bg-lamp', plain: 'bg-stone' } as const

const Badge = ({ tone, children }: { tone: keyof typeof tones; children: string }) => (
  <span className={`rounded-key px-2 text-sm font-bold text-ink ${tones[tone]}`}>{children}</span>
)
