import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { longest, type PostFields, type PostProblems, type PostText, problemText, readFields, slugOf } from '../../post-fields.ts'

interface PostFormProps {
  id: string
  /** For an existing post: the version being edited. */
  version?: string
  values: PostFields
  /** The problem; affected fields are marked. */
  message?: string
  /** The remedy, for a problem that isn't about a field. */
  advice?: string
  problems?: PostProblems
  /** Categories of other posts. */
  categories: readonly string[]
  isSending: boolean
  submit: { label: string; sending: string }
  /** Called with the fields instead of submitting the form. */
  onSave: (fields: PostFields) => void
  /** Beside the button. */
  children?: ReactNode
}

/**
 * A post's form. Without JavaScript, or before it runs, it is submitted as a form. Its fields are uncontrolled, so nothing typed before
 * scripts run is lost.
 */
export function PostForm({
  id,
  version,
  values,
  message,
  advice = 'Nothing was saved. What you typed is below.',
  problems = {},
  categories,
  isSending,
  submit,
  onSave,
  children,
}: PostFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  // Existing posts have links to them, so their address changes only by hand.
  const ownSlug = useRef(version !== undefined || (values.slug !== '' && values.slug !== slugOf(values.title)))
  const [count, setCount] = useState<number>()
  useEffect(() => {
    const typed = fieldsIn(form.current)
    if (!typed) return
    setCount(typed.metaDescription.length)
    ownSlug.current ||= typed.slug !== '' && typed.slug !== slugOf(typed.title)
    // Typed before the page's scripts ran.
    followTitle(typed.title)
  }, [])
  useEffect(() => {
    if (message) summary.current?.querySelector<HTMLElement>('[role=alert]')?.focus()
  }, [message, problems])

  function followTitle(title: string) {
    const slug = form.current?.elements.namedItem('slug')
    if (slug instanceof HTMLInputElement && !ownSlug.current) slug.value = slugOf(title)
  }
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name, value } = target as HTMLInputElement
    if (name === 'metaDescription') setCount(value.length)
    // An empty slug is made from the title again.
    if (name === 'slug') ownSlug.current = version !== undefined || value !== ''
    if (name === 'title') followTitle(value)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = fieldsIn(event.currentTarget)
    if (fields && !isSending) onSave(fields)
  }
  const field = (name: PostText) => ({
    name,
    defaultValue: values[name],
    maxLength: longest[name],
    problem: problems[name] && problemText(name, problems[name]),
  })
  const listed = (Object.keys(problems) as PostText[]).map((name) => ({
    field: name,
    text: problemText(name, problems[name] ?? 'missing'),
  }))
  return (
    <form ref={form} method="post" encType="multipart/form-data" noValidate onInput={onInput} onSubmit={onSubmit}>
      <div ref={summary} className={message ? 'mt-4' : ''}>
        {message && <ErrorSummary title={message} problems={listed.length > 0 ? listed : [{ text: advice }]} />}
      </div>
      <input type="hidden" name="intent" value={version === undefined ? 'create' : 'edit'} />
      <input type="hidden" name="id" value={id} />
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      <TextField label="Title" {...field('title')} required />
      <TextField
        label="Slug"
        hint="The last part of the post’s address, after /blog/. It’s made from the title. If you change it later, links to the old address will stop working."
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...field('slug')}
        optional
      />
      <TextField label="Category" list="categories" autoComplete="off" {...field('category')} required />
      <datalist id="categories">
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <TextArea label="Excerpt" hint="One or two sentences, shown in the list of posts." {...field('excerpt')} required />
      <TextArea
        label="Content"
        hint="**Two asterisks** make text bold. A line that’s all bold is a heading, a blank line ends a paragraph, and “- ” starts a bullet point."
        rows={14}
        {...field('content')}
        required
      />
      <TextArea
        label="Meta description"
        hint="The summary search engines show. 160 characters at most."
        rows={2}
        {...field('metaDescription')}
        optional
      />
      {/* Its space is reserved before scripts run. */}
      <p className={`text-sm text-muted ${count === undefined ? 'invisible' : ''}`}>
        {count ?? 0}/{longest.metaDescription} characters
      </p>
      <TextField label="Keywords" hint="Separated by commas." {...field('keywords')} optional />
      <fieldset className="mt-5 min-w-0">
        <legend className="sr-only">How it’s shown</legend>
        <Check
          name="published"
          label="Published"
          says="Visitors see it straight away. Otherwise it’s a draft."
          isChecked={values.published}
        />
        <Check name="featured" label="Featured" says="For pages that show only a few posts." isChecked={values.featured} />
      </fieldset>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <Button aria-disabled={isSending || undefined}>{isSending ? submit.sending : submit.label}</Button>
        {children}
      </div>
    </form>
  )
}

function Check({ name, label, says, isChecked }: { name: string; label: string; says: string; isChecked: boolean }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
      <input type="checkbox" name={name} defaultChecked={isChecked} className="size-6 flex-none accent-ink" />
      <span>
        <b>{label}</b> <span className="text-sm text-muted">{says}</span>
      </span>
    </label>
  )
}

function fieldsIn(form: HTMLFormElement | null): PostFields | undefined {
  if (!form) return undefined
  const data = new FormData(form)
  return readFields((name) => data.get(name))
}
