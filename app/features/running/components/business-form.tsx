import { Form } from 'react-router'
import { AnswerInView } from '#app/ui/answer-in-view.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { ChoiceGroup, Options, Select, TextArea, TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { OwnerField } from '../business-fields.ts'

/** A field as its form shows it. */
interface FieldView extends Pick<OwnerField, 'name' | 'label' | 'hint' | 'kind' | 'optional' | 'options'> {
  /** The present value, as typed and in readable form. */
  typed: string
  now: string
  /** The default, if the owner has changed it. */
  usual?: string
  /** Its previous value, and who changed it when. */
  former?: string
}

interface OwnerFormView {
  group: string
  revision: number
  isEvidence: boolean
  /** It can be previewed before it is saved. */
  hasPreview: boolean
  fields: readonly FieldView[]
}

interface Props {
  view: OwnerFormView
  problems?: Readonly<Record<string, string>>
  typed?: Readonly<Record<string, string>>
  /** A preview of what is typed. */
  preview?: string
  /** Someone else has changed the group meanwhile. */
  isOld?: boolean
}

/** The form of a group of business details. */
export function OwnerForm({
  view: { group, revision, isEvidence, hasPreview, fields },
  problems = {},
  typed = {},
  preview,
  isOld = false,
}: Props) {
  const wrong = Object.entries(problems).map(([field, text]) => ({ field, text }))
  const isSwitches = fields.length > 1 && fields.every(({ kind }) => kind === 'switch')
  const isFiled = isEvidence && fields.some((field) => field.typed !== '')
  return (
    <Form
      method="post"
      action={`/staff/settings/business/${group}` satisfies SitePath}
      noValidate
      className={`mt-4 ${isSwitches ? '' : 'max-w-[34em]'}`}
    >
      <AnswerInView answer={isOld || wrong.length > 0 ? typed : undefined}>
        {isOld && (
          <ErrorSummary
            title="Not saved"
            problems={[
              {
                text: 'Another owner has changed this since you opened the page. The current values are shown under the fields. Check yours, then save again.',
              },
            ]}
          />
        )}
        {wrong.length > 0 && <ErrorSummary problems={wrong} />}
      </AnswerInView>
      <input type="hidden" name="revision" value={revision} />
      {/* Enter submits with the first button of a form: this one, which saves. */}
      <button type="submit" name="intent" value="save" tabIndex={-1} aria-hidden="true" className="sr-only">
        Save
      </button>
      <div className={isSwitches ? 'grid gap-x-8 sm:grid-cols-2 lg:grid-cols-4' : undefined}>
        {fields.map((field) => (
          <div key={field.name}>
            <Control field={field} value={typed[field.name] ?? field.typed} problem={problems[field.name]} />
            {!isEvidence && <OtherValues field={field} isTyped={typed[field.name] !== undefined && typed[field.name] !== field.typed} />}
          </div>
        ))}
      </div>
      {preview && (
        <section id="preview" aria-label="Preview" className="mt-8 border-t-2 border-ink pt-4">
          <h2 className="text-lg">How the email will look</h2>
          <p className="mt-1 text-sm text-muted">Not saved yet. The booking is an example.</p>
          <p className="mt-3 border-l-2 border-ink pl-4 whitespace-pre-line [overflow-wrap:anywhere]">{preview}</p>
        </section>
      )}
      <div className="mt-8 grid max-w-[34em] gap-3">
        <Button name="intent" value="save">
          Save
        </Button>
        {hasPreview && (
          <Button name="intent" value="preview" look="outline">
            Preview
          </Button>
        )}
        {isFiled && (
          <Button name="intent" value="usual-text" look="outline">
            Remove the evidence
          </Button>
        )}
        <ButtonLink look="outline" href={'/staff/settings/business' satisfies SitePath}>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}

/** The present value if it isn't in the field, the default, the previous value; and a button to reset it. */
function OtherValues({ field: { name, label, now, usual, former }, isTyped }: { field: FieldView; isTyped: boolean }) {
  const says = [isTyped && `Now: ${now}.`, usual !== undefined && `Usually: ${usual}.`, former && `Before: ${former}.`].filter(Boolean)
  if (says.length === 0) return null
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4">
      <p className="text-sm text-muted [overflow-wrap:anywhere]">{says.join(' ')}</p>
      {usual !== undefined && (
        <Button name="intent" value={`usual-${name}`} look="outline" className="key-small" aria-label={`Reset to usual: ${label}`}>
          Reset to usual
        </Button>
      )}
    </div>
  )
}

function Control({
  field: { name, label, hint, kind, optional, options },
  value,
  problem,
}: {
  field: FieldView
  value: string
  problem?: string
}) {
  const common = { name, label, hint, problem, optional }
  if (kind === 'switch')
    return (
      <ChoiceGroup {...common}>
        <div className="mt-1 flex gap-6">
          {['on', 'off'].map((each) => (
            <label key={each} className="flex min-h-11 items-center gap-2">
              <input type="radio" name={name} value={each} defaultChecked={value === each} className="size-6 accent-ink" />
              {each === 'on' ? 'On' : 'Off'}
            </label>
          ))}
        </div>
      </ChoiceGroup>
    )
  if (kind === 'choice')
    return (
      <Select {...common} defaultValue={value}>
        <option value="">Not chosen yet</option>
        <Options of={Object.entries(options ?? {})} />
      </Select>
    )
  if (kind === 'text' || kind === 'note') return <TextArea {...common} defaultValue={value} rows={kind === 'text' ? 6 : 3} />
  return (
    <TextField
      {...common}
      defaultValue={value}
      autoComplete="off"
      {...inputOf[kind]}
      className={kind === 'line' || kind === 'email' || kind === 'link' ? '' : 'max-w-60'}
    />
  )
}

const inputOf: Record<
  Exclude<OwnerField['kind'], 'switch' | 'text' | 'note' | 'choice'>,
  { type?: 'email' | 'tel' | 'url' | 'date'; inputMode?: 'decimal' | 'numeric' }
> = {
  email: { type: 'email' },
  'free-phone': { type: 'tel' },
  phone: { type: 'tel' },
  line: {},
  'company-number': {},
  'vat-number': {},
  digits: { inputMode: 'numeric' },
  pounds: { inputMode: 'decimal' },
  multiplier: { inputMode: 'decimal' },
  percent: { inputMode: 'numeric' },
  count: { inputMode: 'numeric' },
  day: { type: 'date' },
  link: { type: 'url' },
}
