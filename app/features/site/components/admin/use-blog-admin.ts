import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { showToast } from '#app/ui/toast.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { type Acted, doneNotice, type Refused } from '../../admin-acts.ts'
import { type AdminList, adminPostsPath, editPath } from '../../admin-list.ts'
import { blogTexts, cleanedFields, emptyFields, type PostFields, problemsOf, summaryText } from '../../post-fields.ts'
import {
  ask,
  fieldsOfKept,
  forget,
  hold,
  keep,
  keptPosts,
  newPostId,
  noKeptPosts,
  type OfflinePost,
  release,
  send,
  sendKept,
  subscribe,
} from '../../writing/offline-posts.ts'
import type { RowAct } from './post-items.tsx'

/** The data of the blog admin's page. */
export interface BlogAdminProps {
  list: AdminList
  categories: readonly string[]
  /** The id of the next new post. */
  newId: string
  /** The act done by a form without JavaScript, and its post. */
  done: { word: string; id: string } | null
  /** An act that was refused. */
  refused: (Refused & { values?: PostFields }) | null
}

/** The form's content: a new `key` renders it again. */
interface FormState {
  key: number
  id: string
  values: PostFields
  refused?: Refused
}

const opened = 'you opened it for editing'

async function askForList(): Promise<AdminList> {
  const answer = await fetch(adminPostsPath, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(answer.type === 'opaqueredirect' ? 'you have been signed out' : `the server answered ${answer.status}`)
  const list: AdminList = await answer.json()
  if (list.failed) throw new Error('the database can’t be read')
  return list
}

/** All posts, read again after each act. */
const usePostList = (first: AdminList) =>
  useQuery({
    queryKey: ['posts'],
    queryFn: askForList,
    initialData: first,
    // Stale from the start if they are the built-in posts.
    initialDataUpdatedAt: () => (first.failed ? 0 : Date.now()),
  })

/** The form for a new post. `onSaved`: the list has one more. */
function useNewPost({ newId, refused }: Pick<BlogAdminProps, 'newId' | 'refused'>, onSend: () => void, onSaved: () => void) {
  const [form, setForm] = useState<FormState>({
    key: 0,
    id: newId,
    values: refused?.values ?? emptyFields,
    refused: refused?.values && refused,
  })
  const [isSending, setSending] = useState(false)
  const fill = (next: Omit<FormState, 'key'>) => setForm((before) => ({ ...next, key: before.key + 1 }))
  const clear = () => fill({ id: newPostId(), values: emptyFields })

  async function save(fields: PostFields) {
    const { id } = form
    const problems = problemsOf(cleanedFields(fields))
    if (Object.keys(problems).length > 0) return setForm({ ...form, refused: { message: summaryText(problems), problems } })
    setSending(true)
    const outcome = await send({ id, fields })
    setSending(false)
    onSend()
    if (outcome.at === 'saved') {
      forget(id)
      showToast({ title: doneNotice('created')?.title ?? '' })
      clear()
      return onSaved()
    }
    if (outcome.at === 'no-answer' && keep({ id, fields })) {
      showToast({ title: blogTexts.keptOffline })
      return clear()
    }
    const why =
      outcome.at === 'refused' ? outcome.refused : { message: outcome.at === 'signed-out' ? blogTexts.signedOut : 'No connection' }
    showToast({ title: blogTexts.failed(why.message), tone: 'alarm', action: outcome.at === 'signed-out' ? signIn : undefined })
    setForm({ ...form, refused: { ...why, message: why.problems ? summaryText(why.problems) : why.message } })
  }
  return { form, isSending, fill, save }
}

/** The unsent posts on this device, which are sent while the page is open; `onSaved` is called for each that the server stored. */
function useKeptPosts(onSaved: (acted: Acted) => void): readonly OfflinePost[] {
  const latest = useRef(onSaved)
  latest.current = onSaved
  useEffect(() => sendKept((acted) => latest.current(acted)), [])
  return useSyncExternalStore(subscribe, keptPosts, noKeptPosts)
}

/** The posts, including unsent ones on this device, and the actions for them. */
export function useBlogAdmin({ list: first, newId, done, refused }: BlogAdminProps) {
  const query = usePostList(first)
  const refetch = () => void query.refetch()
  const [notice, setNotice] = useState(done)
  const heading = useRef<HTMLHeadingElement>(null)
  const kept = useKeptPosts(({ title }) => {
    showToast({ title: 'Sent', text: `“${title}” was on this device and has now been saved.` })
    refetch()
  })
  const { fill, ...newPost } = useNewPost({ newId, refused }, () => setNotice(null), refetch)

  async function act(intent: RowAct, id: string) {
    const outcome = await ask({ intent, id })
    if (outcome.at === 'saved') setNotice({ word: outcome.acted.done, id })
    else
      showToast({
        tone: 'alarm',
        title: 'That didn’t work',
        text: whyNot(outcome),
        action: outcome.at === 'signed-out' ? signIn : undefined,
      })
    refetch()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }

  /** A new post is put into the form again; a change of an existing post into its own page's form. */
  function change(post: OfflinePost) {
    hold(post.id, opened)
    if (post.version !== undefined) return location.assign(editPath(post.id))
    fill({ id: post.id, values: fieldsOfKept(post) })
    document.getElementById('new-post')?.scrollIntoView()
  }
  const keptActs = { onEdit: change, onSend: ({ id }: OfflinePost) => void release(id), onForget: ({ id }: OfflinePost) => void forget(id) }
  const keptNew = kept.filter(({ id, version }) => version === undefined || !query.data.posts.some((post) => post.id === id))
  return { query, list: query.data, notice, heading, kept, keptNew, keptActs, act, ...newPost }
}

const signIn = { label: 'Sign in', href: '/auth?next=/blog-admin' satisfies SitePath }

const whyNot = (outcome: Exclude<Awaited<ReturnType<typeof ask>>, { at: 'saved' }>): string => {
  if (outcome.at === 'refused') return outcome.refused.message
  return outcome.at === 'signed-out' ? 'You’ve been signed out.' : 'There’s no connection, so nothing was changed. Please try again.'
}
