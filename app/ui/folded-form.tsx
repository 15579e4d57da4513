import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from './button.tsx'
import { Folded } from './folded.tsx'

/** A refused form: its intent, the typed values, and the problems by field. */
export interface RefusedForm {
  intent: string
  typed: Readonly<Record<string, string>>
  problems: Readonly<Record<string, string>>
}

/** Returns the attributes of a field: its name, and for a refused form its typed value and problem. */
type FieldOf = (name: string) => { name: string; problem?: string; defaultValue?: string }

interface FoldedFormProps {
  /** Intent of the form, for the page's action. */
  intent: string
  label: string
  button: string
  /** Sent along, unseen. A refused form is this one if it has the same, `key` and `seen` aside. */
  hidden?: Readonly<Record<string, string>>
  refused?: RefusedForm
  children: (field: FieldOf) => ReactNode
}

/** A rarely used form of the staff area: folded, and open with everything that was typed once it was refused. */
export function FoldedForm({ intent, label, button, hidden = {}, refused, children }: FoldedFormProps) {
  const isMine =
    refused?.intent === intent &&
    Object.entries(hidden).every(([name, value]) => name === 'key' || name === 'seen' || refused.typed[name] === value)
  const mine = isMine ? refused : undefined
  return (
    <Folded label={label} isOpen={mine !== undefined}>
      <Form method="post" preventScrollReset noValidate>
        {Object.entries({ intent, ...hidden }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children((name) => ({ name, problem: mine?.problems[name], defaultValue: mine?.typed[name] }))}
        <Button look="outline" className="key-row mt-3">
          {button}
        </Button>
      </Form>
    </Folded>
  )
}
