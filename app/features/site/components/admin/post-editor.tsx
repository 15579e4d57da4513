import { useEffect, useState } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast.ts'
import type { PostVersion, Refused } from '../../admin-acts.ts'
import { adminPath, previewPath } from '../../admin-list.ts'
import { cleanedFields, labels, type PostFields, type PostText, postTexts, problemsOf, summaryText } from '../../post-fields.ts'
import { fieldsOfKept, forget, hold, keep, keptPosts, send } from '../../writing/offline-posts.ts'
import { PostForm } from './post-form.tsx'

interface PostEditorProps {
  id: string
  post: PostVersion
  categories: readonly string[]
  /** Typed values, if the form couldn't be saved. */
  refused: (Refused & { values: PostFields }) | null
}

/** Edits a post. A version that someone else saved meanwhile is shown beside it, and never overwritten unseen. */
export function PostEditor({ id, post, categories, refused: first }: PostEditorProps) {
  const [refused, setRefused] = useState<Refused | undefined>(first ?? undefined)
  // Once the other version has been shown, saving overwrites it.
  const [form, setForm] = useState({ key: 0, values: first?.values ?? post.fields, version: first?.current?.version ?? post.version })
  const [isSending, setSending] = useState(false)
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    const waiting = keptPosts().find((each) => each.id === id && each.version !== undefined)
    if (!waiting || first) return
    hold(id, 'you opened it for editing')
    setKept(true)
    setForm({ key: 1, values: fieldsOfKept(waiting), version: waiting.version ?? '' })
  }, [id, first])

  async function save(fields: PostFields) {
    const problems = problemsOf(cleanedFields(fields))
    if (Object.keys(problems).length > 0) return setRefused({ message: summaryText(problems), problems })
    setSending(true)
    const outcome = await send({ id, fields, version: form.version })
    setSending(false)
    if (outcome.at === 'saved') {
      forget(id)
      location.assign(`${adminPath}?done=saved`)
    } else if (outcome.at === 'no-answer' && keep({ id, fields, version: form.version })) {
      setKept(true)
      setRefused(undefined)
      showToast({
        title: 'Saved on this device',
        text: 'You’re offline. We’ll send it when you’re back online and this page or the blog page is open.',
      })
    } else if (outcome.at === 'refused') {
      const { refused: why } = outcome
      const { current } = why
      if (current) setForm((before) => ({ ...before, version: current.version }))
      setRefused({ ...why, message: why.problems ? summaryText(why.problems) : why.message })
    } else
      setRefused({
        message:
          outcome.at === 'signed-out'
            ? 'You’ve been signed out. Sign in again in another tab, then save'
            : 'There’s no connection, and this device can’t save the post. Keep the page open',
      })
  }

  return (
    <div className="max-w-[40em]">
      {isKept && (
        <p className="mt-5 border-l-4 border-ink py-1 pl-4">
          <span className="rounded-key bg-lamp px-2 text-sm font-bold">Offline</span> This change is still on this device. Save it to try
          again.
        </p>
      )}
      <PostForm
        key={form.key}
        id={id}
        version={form.version}
        values={form.values}
        message={refused?.message}
        problems={refused?.problems}
        advice={refused?.current && 'Nothing was overwritten. What you typed is in the form, and the saved version is below it.'}
        categories={categories}
        isSending={isSending}
        submit={{ label: refused?.current ? 'Save mine instead' : 'Save', sending: 'Saving...' }}
        onSave={save}
      >
        <ButtonLink look="outline" href={previewPath(id)}>
          Preview the saved version
        </ButtonLink>
      </PostForm>
      {refused?.current && <Theirs {...refused.current} />}
    </div>
  )
}

/** The other person's version, to read and copy from. */
function Theirs({ fields }: PostVersion) {
  return (
    <section aria-labelledby="theirs" className="mt-10">
      <h2 id="theirs" className="text-xl">
        The saved version
      </h2>
      <p className="mt-2">
        {fields.published ? 'Published' : 'Draft'}
        {fields.featured && ', featured'}
      </p>
      <dl className="mt-2 border-t-2 border-ink">
        {postTexts.map((name: PostText) => (
          <div key={name} className="border-b border-line py-2">
            <dt className="font-bold">{labels[name]}</dt>
            <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{fields[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
