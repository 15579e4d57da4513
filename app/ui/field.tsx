import type { ComponentProps, ReactNode } from 'react'

interface FieldProps {
  name: string
  /** Target of the error summary's link; the field's name if a page has one form. */
  id?: string
  label: string
  hint?: string
  problem?: string
  optional?: boolean
}

/** A field of a form that may have been refused: with what was typed into it, and its problem. */
export const fieldOf = (refused: Partial<Record<'typed' | 'problems', Readonly<Record<string, string>>>> | undefined, name: string) => ({
  name,
  defaultValue: refused?.typed?.[name],
  problem: refused?.problems?.[name],
})

const inputLook = 'min-h-12 w-full rounded-key border-2 bg-white px-3 py-2.5 leading-tight text-ink'

/** A labelled text input. Its problem is shown above it, in the error summary's words, and marked by an edge and an icon. */
export function TextField({
  name,
  id = name,
  label,
  hint,
  problem,
  optional,
  className = '',
  ...rest
}: FieldProps & ComponentProps<'input'>) {
  return (
    <Frame {...{ id, label, hint, problem, optional }}>
      <input id={id} name={name} {...described(id, hint, problem)} className={`${inputLook} ${edge(problem)} ${className}`} {...rest} />
    </Frame>
  )
}

/** The required field `email` of a form. */
export const EmailField = ({ autoComplete, ...rest }: Omit<ComponentProps<typeof TextField>, 'name'>) => (
  <TextField
    name="email"
    type="email"
    autoComplete={autoComplete}
    inputMode="email"
    maxLength={254}
    autoCapitalize="none"
    spellCheck={false}
    {...rest}
    required
  />
)

/** A labelled text of several lines. */
export function TextArea({ name, id = name, label, hint, problem, optional, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Frame {...{ id, label, hint, problem, optional }}>
      <textarea id={id} name={name} rows={3} {...described(id, hint, problem)} className={`${inputLook} ${edge(problem)}`} {...rest} />
    </Frame>
  )
}

/** A labelled list to choose one of. */
export function Select({ name, id = name, label, hint, problem, optional, ...rest }: FieldProps & ComponentProps<'select'>) {
  return (
    <Frame {...{ id, label, hint, problem, optional }}>
      <select id={id} name={name} {...described(id, hint, problem)} className={`${inputLook} ${edge(problem)}`} {...rest} />
    </Frame>
  )
}

/** The choices of a list: each value with its text. */
export const Options = ({ of }: { of: readonly (readonly [value: string | number, text: string])[] }) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))

function Frame({ id, label, hint, problem, optional, children }: Omit<FieldProps, 'name'> & { children: ReactNode }) {
  return (
    <div className={`mt-5 ${problemEdge(problem)}`}>
      <label htmlFor={id} className="block font-bold">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <Problem id={id} text={problem} />
      <div className="mt-1.5">{children}</div>
    </div>
  )
}

/** A group of choices under one question. */
export function ChoiceGroup({
  name,
  id = name,
  label,
  hint,
  problem,
  className = 'mt-5',
  children,
}: FieldProps & { className?: string; children: ReactNode }) {
  return (
    // The fieldset takes the focus when the error summary links to it.
    <fieldset id={id} tabIndex={-1} className={`min-w-0 ${className} ${problemEdge(problem)}`} {...described(id, hint, problem)}>
      <legend className="font-bold">{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <Problem id={id} text={problem} />
      {children}
    </fieldset>
  )
}

function Problem({ id, text }: { id?: string; text?: string }) {
  if (!text) return null
  return (
    <p id={`${id}-problem`} className="mt-1 flex gap-2 font-bold text-alarm-text">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="mt-1 size-5 flex-none">
        <circle cx="12" cy="12" r="12" className="fill-alarm" />
        <path d="M12 5v9m0 4v1" className="stroke-chalk" strokeWidth="3" strokeLinecap="round" />
      </svg>
      <span>
        <span className="sr-only">Error: </span>
        {text}
      </span>
    </p>
  )
}

const edge = (problem?: string) => (problem ? 'border-alarm' : 'border-ink')
const problemEdge = (problem?: string) => (problem ? 'border-l-5 border-alarm pl-3.5' : '')

function described(id: string, hint?: string, problem?: string) {
  const ids = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean)
  return { 'aria-describedby': ids.join(' ') || undefined, 'aria-invalid': problem ? true : undefined }
}
