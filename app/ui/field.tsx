import type { ComponentProps, ReactNode } from 'react'

interface FieldProps {
  /** Also its id, and the target of the error summary's link. */
  name: string
  label: string
  hint?: string
  problem?: string
  optional?: boolean
}

const inputLook = 'min-h-12 w-full rounded-key border-2 bg-white px-3 py-2.5 leading-tight text-ink'

/** A labelled text input. A problem is said above it, in the error summary's words, and marked by an edge and an icon. */
export function TextField({ name, label, hint, problem, optional, className = '', ...rest }: FieldProps & ComponentProps<'input'>) {
  return (
    <Frame {...{ name, label, hint, problem, optional }}>
      <input id={name} name={name} {...described(name, hint, problem)} className={`${inputLook} ${edge(problem)} ${className}`} {...rest} />
    </Frame>
  )
}

/** A labelled text of several lines. */
export function TextArea({ name, label, hint, problem, optional, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Frame {...{ name, label, hint, problem, optional }}>
      <textarea id={name} name={name} rows={3} {...described(name, hint, problem)} className={`${inputLook} ${edge(problem)}`} {...rest} />
    </Frame>
  )
}

/** A labelled list to choose one of. */
export function Select({ name, label, hint, problem, optional, ...rest }: FieldProps & ComponentProps<'select'>) {
  return (
    <Frame {...{ name, label, hint, problem, optional }}>
      <select id={name} name={name} {...described(name, hint, problem)} className={`${inputLook} ${edge(problem)}`} {...rest} />
    </Frame>
  )
}

function Frame({ name, label, hint, problem, optional, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className={`mt-5 ${problemEdge(problem)}`}>
      <label htmlFor={name} className="block font-bold">
        {label} {optional && <span className="font-normal text-muted">(optional)</span>}
      </label>
      {hint && (
        <p id={`${name}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <Problem name={name} text={problem} />
      <div className="mt-1">{children}</div>
    </div>
  )
}

/** A group of choices under one question. */
export function ChoiceGroup({ name, label, hint, problem, children }: FieldProps & { children: ReactNode }) {
  return (
    // The fieldset takes the focus when the error summary links to it.
    <fieldset id={name} tabIndex={-1} className={`mt-5 min-w-0 ${problemEdge(problem)}`} {...described(name, hint, problem)}>
      <legend className="font-bold">{label}</legend>
      {hint && (
        <p id={`${name}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <Problem name={name} text={problem} />
      {children}
    </fieldset>
  )
}

function Problem({ name, text }: { name: string; text?: string }) {
  if (!text) return null
  return (
    <p id={`${name}-problem`} className="mt-1 flex gap-2 font-bold text-alarm-text">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="mt-1 size-[18px] flex-none">
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
const problemEdge = (problem?: string) => (problem ? 'border-l-[5px] border-alarm pl-3.5' : '')

function described(name: string, hint?: string, problem?: string) {
  const ids = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean)
  return { 'aria-describedby': ids.join(' ') || undefined, 'aria-invalid': problem ? true : undefined }
}
