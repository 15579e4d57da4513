import { type ReactNode, useRef, useSyncExternalStore } from 'react'
import { recordAct } from './use-acts.ts'

/** A second tap this soon after the last one was meant for the previous button. */
const restMs = 600
let isResting = false
const listeners = new Set<() => void>()

function setResting(to: boolean) {
  isResting = to
  for (const listener of listeners) listener()
}

/** Waits until it is recorded, and a moment at least. */
async function restWhile(recording: Promise<unknown>) {
  setResting(true)
  await Promise.all([recording, new Promise((resolve) => setTimeout(resolve, restMs))])
  setResting(false)
}

const useResting = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isResting,
    () => false,
  )

interface ActFormProps {
  /** A name of the table `ownActs` in `routes/engineer/acts.server.ts`. */
  kind: string
  bookingId: string
  /** For the post without scripts, if not the default. */
  encType?: 'multipart/form-data'
  /** The form posts here without scripts. */
  action: string
  /** Returns problems by field: then nothing is recorded. `typed`: a field's text, '' if it doesn't exist. */
  check?: (typed: (name: string) => string) => Readonly<Record<string, string>> | undefined
  /** Called with the result of `check`, undefined once it is recorded. */
  onChecked?: (problems: Readonly<Record<string, string>> | undefined) => void
  /** Handles the tap differently; returns whether that was all. */
  instead?: () => Promise<boolean>
  /** Its button can't be tapped for a moment after any act: another one was in its place. */
  rests?: boolean
  onInput?: () => void
  id?: string
  className?: string
  children: ReactNode
}

/**
 * A form for an engineer's act: with scripts it is recorded on the phone (`recordAct`) and the page stays; without, it is posted to its
 * page. Its fields go with it; one named `seen` has the state that the engineer saw.
 */
export function ActForm({ kind, bookingId, action, check, onChecked, instead, rests = false, children, ...form }: ActFormProps) {
  const isOff = useResting() && rests
  const isRecording = useRef(false)
  return (
    <form
      method="post"
      action={action}
      noValidate
      {...form}
      onSubmit={async (event) => {
        event.preventDefault()
        if (isRecording.current || isOff) return
        const { submitter } = event.nativeEvent as SubmitEvent
        const texts = [...new FormData(event.currentTarget, submitter)].filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string',
        )
        const { seen, key: _, step: __, intent: ___, ...fields } = Object.fromEntries(texts)
        const problems = check?.((name) => fields[name] ?? '')
        if (problems) return onChecked?.(problems)
        isRecording.current = true
        const record = async () => {
          if (!(await instead?.())) await recordAct({ kind, bookingId, fields, seen })
        }
        const recording = record()
        void restWhile(recording)
        await recording
        isRecording.current = false
        onChecked?.(undefined)
      }}
    >
      {rests ? (
        <fieldset disabled={isOff} className="contents">
          {children}
        </fieldset>
      ) : (
        children
      )}
    </form>
  )
}
