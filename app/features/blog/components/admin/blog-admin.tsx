import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SitePath } from '#app/platform/site-path.ts'
import { Button } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast.ts'
import { doneNotice, type Refused } from '../../admin-acts.ts'
import { type AdminList, adminPostsPath, editPath, listRetry } from '../../admin-list.ts'
import { blogTexts, cleanedFields, emptyFields, type PostFields, problemsOf, summaryText } from '../../post-fields.ts'
import { ask, fieldsOfKept, forget, hold, keep, newPostId, type OfflinePost, release, send } from '../../writing/offline-posts.ts'
import { PostForm } from './post-form.tsx'
import { ActButton, KeptItem, KeptNote, PostItem, type RowAct } from './post-items.tsx'
import { useKeptPosts } from './use-kept-posts.ts'

export interface BlogAdminProps {
  list: AdminList
  categories: readonly string[]
  /** For the post that is written next. */
  newId: string
  /** What was done, by a form without JavaScript, and to which post. */
  done: { word: string; id: string } | null
  /** What could not be. */
  refused: (Refused & { values?: PostFields }) | null
}

/** What the form shows: `key` makes it anew. */
interface FormState {
  key: number
  id: string
  values: PostFields
  refused?: Refused
}

const opened = 'you opened it in the form to change it'

/**
 * Writing posts: the form, and the list of all posts. Everything works as forms before and
 * without JavaScript; with it, what cannot be sent waits on the device.
 */
export function BlogAdmin(props: BlogAdminProps) {
  // One of its own for each page: on the server, many are rendered by one process.
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: listRetry } }))
  return (
    <QueryClientProvider client={client}>
      <Admin {...props} />
    </QueryClientProvider>
  )
}

async function askForList(): Promise<AdminList> {
  const answer = await fetch(adminPostsPath, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(answer.type === 'opaqueredirect' ? 'you have been signed out' : `the server answered ${answer.status}`)
  const list: AdminList = await answer.json()
  if (list.failed) throw new Error('the database cannot be read')
  return list
}

function Admin({ list: first, categories, newId, done, refused }: BlogAdminProps) {
  const query = useQuery({
    queryKey: ['posts'],
    queryFn: askForList,
    initialData: first,
    // Stale at once where the built-in posts stand in.
    initialDataUpdatedAt: () => (first.failed ? 0 : Date.now()),
  })
  const list = query.data
  const [form, setForm] = useState<FormState>({
    key: 0,
    id: newId,
    values: refused?.values ?? emptyFields,
    refused: refused?.values && refused,
  })
  const [notice, setNotice] = useState(done)
  const [isSending, setSending] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const kept = useKeptPosts(({ title }) => {
    showToast({ title: 'Sent', text: `“${title}” was kept on this device, and is saved now.` })
    void query.refetch()
  })

  const fill = (next: Omit<FormState, 'key'>) => setForm((before) => ({ ...next, key: before.key + 1 }))
  const clear = () => fill({ id: newPostId(), values: emptyFields })

  async function save(fields: PostFields) {
    const { id } = form
    const problems = problemsOf(cleanedFields(fields))
    if (Object.keys(problems).length > 0) return setForm({ ...form, refused: { message: summaryText(problems), problems } })
    setSending(true)
    const outcome = await send({ id, fields })
    setSending(false)
    setNotice(null)
    if (outcome.at === 'saved') {
      forget(id)
      showToast({ title: doneNotice('created')?.title ?? '' })
      clear()
      void query.refetch()
    } else if (outcome.at === 'no-answer' && keep({ id, fields })) {
      showToast({ title: blogTexts.keptOffline })
      clear()
    } else {
      const why =
        outcome.at === 'refused' ? outcome.refused : { message: outcome.at === 'signed-out' ? blogTexts.signedOut : 'No connection' }
      showToast({ title: blogTexts.failed(why.message), tone: 'alarm', action: outcome.at === 'signed-out' ? signIn : undefined })
      setForm({ ...form, refused: { ...why, message: why.problems ? summaryText(why.problems) : why.message } })
    }
  }

  async function act(intent: RowAct, id: string) {
    const outcome = await ask({ intent, id })
    if (outcome.at === 'saved') setNotice({ word: outcome.acted.done, id })
    else showToast({ tone: 'alarm', title: 'Not done', text: whyNot(outcome), action: outcome.at === 'signed-out' ? signIn : undefined })
    void query.refetch()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }

  /** A new post goes back into the form; a change of one that is there, into its own page's. */
  function change(post: OfflinePost) {
    hold(post.id, opened)
    if (post.version !== undefined) return location.assign(editPath(post.id))
    fill({ id: post.id, values: fieldsOfKept(post) })
    document.getElementById('new-post')?.scrollIntoView()
  }
  const keptActs = { onEdit: change, onSend: ({ id }: OfflinePost) => void release(id), onForget: ({ id }: OfflinePost) => void forget(id) }
  const keptNew = kept.filter(({ id, version }) => version === undefined || !list.posts.some((post) => post.id === id))

  return (
    <div className="lg:grid lg:grid-cols-2 lg:gap-12">
      <p className="mt-3 lg:hidden">
        <a href="#posts" className="inline-flex min-h-11 items-center">
          To the existing posts
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
          categories={categories}
          isSending={isSending}
          submit={{ label: 'Create Post', sending: 'Creating...' }}
          onSave={save}
        />
      </section>
      <section aria-labelledby="posts">
        <h2 id="posts" ref={heading} className="mt-10 text-xl lg:mt-8">
          Existing Blog Posts ({list.posts.length + keptNew.length})
        </h2>
        <div role="status">
          {notice && <Done {...notice} onAct={act} />}
          {!notice && refused && !refused.values && <Note title="Not done" text={refused.message} isAlarm />}
          {query.isError || list.failed ? (
            <ListProblem error={query.error} isAsking={query.isFetching} onAgain={() => void query.refetch()} />
          ) : null}
        </div>
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
        {list.posts.length + keptNew.length === 0 && <p className="mt-3">No posts yet. Write the first one.</p>}
        {list.deleted.length > 0 && (
          <details className="mt-6">
            <summary className="min-h-11 cursor-pointer py-2.5 font-bold">Deleted posts ({list.deleted.length})</summary>
            <ul className="border-t-2 border-ink">
              {list.deleted.map(({ id, title }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3">
                  <span className="[overflow-wrap:anywhere]">{title}</span>
                  <ActButton intent="restore" id={id} about={` ${title}`} onAct={act}>
                    Bring back
                  </ActButton>
                </li>
              ))}
            </ul>
          </details>
        )}
      </section>
    </div>
  )
}

const signIn = { label: 'Sign in', href: '/auth?next=/blog-admin' satisfies SitePath }

const whyNot = (outcome: Exclude<Awaited<ReturnType<typeof ask>>, { at: 'saved' }>): string => {
  if (outcome.at === 'refused') return outcome.refused.message
  return outcome.at === 'signed-out' ? 'You have been signed out.' : 'There is no connection. Nothing was changed: please try again.'
}

/** What was done; a deletion can be undone. */
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

/** The list is not what is stored: the built-in posts stand in, or the list as it was a while ago. */
function ListProblem({ error, isAsking, onAgain }: { error: Error | null; isAsking: boolean; onAgain: () => void }) {
  return (
    <Note
      title="Unable to load blog posts at the moment. Please try refreshing the page."
      text={error ? `Error: ${error.message}` : 'What is shown is what this site started with.'}
      isAlarm
    >
      <Button type="button" look="outline" className="key-small mt-2" onClick={onAgain} aria-disabled={isAsking || undefined}>
        {isAsking ? 'Asking again...' : 'Try again'}
      </Button>
    </Note>
  )
}
