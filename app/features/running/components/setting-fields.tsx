import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { type SettingAnswer, type StoredSetting, settingWords } from '../stored-settings.ts'

interface SettingFieldsProps {
  setting: StoredSetting
  /** The current value, masked. */
  shown: string | undefined
  answer: SettingAnswer | undefined
  /** A prefix for ids, if a page has several. */
  ids?: string
  isSending?: boolean
  /** The third action. */
  cancel: ReactNode
}

/** The fields and actions of a setting: validate, save, cancel. */
export function SettingFields({ setting, shown, answer, ids = '', isSending = false, cancel }: SettingFieldsProps) {
  const { label, hint, example } = settingWords[setting]
  return (
    <>
      <p>{hint}</p>
      {shown && (
        <p className="mt-2 text-muted [overflow-wrap:anywhere]">
          Now: {shown}. {setting !== 'analytics' && 'It’s stored encrypted, and never shown in full again. '}What you save will replace it.
        </p>
      )}
      <TextField
        name="value"
        id={`${ids}value`}
        label={label}
        hint={`For example, ${example}`}
        problem={answer?.problem}
        defaultValue={answer?.typed?.value}
        type="text"
        inputMode={setting === 'analytics' ? 'text' : 'url'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={1_000}
        required
      />
      <div className="mt-6 grid gap-3">
        {/* Enter submits with the first button, which saves. */}
        <Button name="intent" value="save" aria-disabled={isSending || undefined}>
          Save
        </Button>
        <Button name="intent" value="validate" look="outline" aria-disabled={isSending || undefined}>
          Validate
        </Button>
        {cancel}
      </div>
    </>
  )
}

/** The webhook's signing secret, shown once. */
export function NewSecret({ secret }: { secret: string }) {
  return (
    <section aria-label="Signing secret" className="rounded-key border-2 border-ink bg-cream px-4 py-3">
      <h3 className="text-lg">Signing secret</h3>
      <p>Copy it now, because we’ll only show it once. The receiving service uses it to check that webhooks really come from us.</p>
      <p className="mt-2 font-bold [overflow-wrap:anywhere]">
        <code>{secret}</code>
      </p>
    </section>
  )
}
