import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { doneNotice } from '../../admin-acts.ts'
import { type AdminList, listRetry } from '../../admin-list.ts'
import { PostForm } from './post-form.tsx'
import { ActButton, KeptItem, KeptNote, PostItem, type RowAct } from './post-items.tsx'
import { type BlogAdminProps, useBlogAdmin } from './use-blog-admin.ts'

/**
 * Writing posts: the form, and the list of all posts. Everything works as forms before and without JavaScript; with it, unsent posts wait
 * on the device.
 */
export function BlogAdmin(props: BlogAdminProps) {
  // One per page: on the server, one process renders many.
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: listRetry } }))
  return (
    <QueryClientProvider client={client}>
      <Admin {...props} />
    </QueryClientProvider>
  )
}

function Admin(props: BlogAdminProps) {
  const { form, isSending, save, ...posts } = useBlogAdmin(props)
  return (
    <div className="lg:grid lg:grid-cols-2 lg:gap-12">
      <p className="mt-3 lg:hidden">
        <a href="#posts" className="inline-flex min-h-11 items-center">
          See the existing posts
        </a>
      </p>
      <section aria-labelledby="new-post">
        <h2 id="new-post" className="mt-4 text-xl lg:mt-8">
          Create a new post
        </h2>
        <PostForm
          key={form.key}
          id={form.id}
          values={form.values}
          message={form.refused?.message}
          problems={form.refused?.problems}
          categories={props.categories}
          isSending={isSending}
          submit={{ label: 'Create Post', sending: 'Creating...' }}
          onSave={save}
        />
      </section>
      <ExistingPosts {...posts} refused={props.refused} />
    </div>
  )
}

type PostsProps = Omit<ReturnType<typeof useBlogAdmin>, 'form' | 'isSending' | 'save'>

function ExistingPosts({ query, list, notice, heading, act, refused, ...kept }: PostsProps & Pick<BlogAdminProps, 'refused'>) {
  const count = list.posts.length + kept.keptNew.length
  return (
    <section aria-labelledby="posts">
      <h2 id="posts" ref={heading} className="mt-10 text-xl lg:mt-8">
        Existing Blog Posts ({count})
      </h2>
      <div role="status">
        {notice && <Done {...notice} onAct={act} />}
        {!notice && refused && !refused.values && <Note title="That didn’t work" text={refused.message} isAlarm />}
        {query.isError || list.failed ? (
          <ListProblem error={query.error} isAsking={query.isFetching} onAgain={() => void query.refetch()} />
        ) : null}
      </div>
      <PostRows list={list} act={act} {...kept} />
      {count === 0 && <p className="mt-3">No posts yet. Write the first one.</p>}
      {list.deleted.length > 0 && <DeletedPosts posts={list.deleted} onAct={act} />}
    </section>
  )
}

function PostRows({ list, kept, keptNew, keptActs, act }: Pick<PostsProps, 'list' | 'kept' | 'keptNew' | 'keptActs' | 'act'>) {
  return (
    <ul className="mt-3 border-t-2 border-ink">
      {keptNew.map((post) => (
        <KeptItem key={post.id} post={post} {...keptActs} />
      ))}
      {list.posts.map((post) => {
        const changed = kept.find(({ id, version }) => id === post.id && version !== undefined)
        return (
          <PostItem
            key={post.id}
            post={post}
            isBuiltIn={list.failed}
            kept={changed && <KeptNote post={changed} {...keptActs} />}
            onAct={act}
          />
        )
      })}
    </ul>
  )
}

function DeletedPosts({ posts, onAct }: { posts: AdminList['deleted']; onAct: PostsProps['act'] }) {
  return (
    <details className="mt-6">
      <summary className="min-h-11 cursor-pointer py-2.5 font-bold">Deleted posts ({posts.length})</summary>
      <ul className="border-t-2 border-ink">
        {posts.map(({ id, title }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3">
            <span className="[overflow-wrap:anywhere]">{title}</span>
            <ActButton intent="restore" id={id} about={` ${title}`} onAct={onAct}>
              Restore
            </ActButton>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The last act; a deletion can be undone. */
function Done({ word, id, onAct }: { word: string; id: string; onAct: (intent: RowAct, id: string) => void }) {
  const said = doneNotice(word)
  if (!said) return null
  return (
    <Note title={said.title} text={said.text}>
      {word === 'deleted' && id && (
        <div className="mt-2">
          <ActButton intent="restore" id={id} about=" the deletion" onAct={onAct}>
            Undo
          </ActButton>
        </div>
      )}
    </Note>
  )
}

function Note({ title, text, isAlarm, children }: { title: string; text: string; isAlarm?: boolean; children?: React.ReactNode }) {
  return (
    <div className={`mt-3 border-l-4 py-1 pl-4 ${isAlarm ? 'border-alarm' : 'border-ok'}`}>
      <p className="font-bold">{title}</p>
      <p>{text}</p>
      {children}
    </div>
  )
}

/** The list isn't the stored one: it shows the built-in posts, or an older copy. */
function ListProblem({ error, isAsking, onAgain }: { error: Error | null; isAsking: boolean; onAgain: () => void }) {
  return (
    <Note
      title="Unable to load blog posts at the moment. Please try refreshing the page."
      text={error ? `Error: ${error.message}` : 'These are the posts this site started with.'}
      isAlarm
    >
      <Button type="button" look="outline" className="key-small mt-2" onClick={onAgain} aria-disabled={isAsking || undefined}>
        {isAsking ? 'Trying again...' : 'Try again'}
      </Button>
    </Note>
  )
}
