import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { failureWords } from '#app/ui/failed-submit.tsx'
import { showToast } from '#app/ui/toast.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { type SettingAnswer, type StoredSetting, saveFailed, settingWords } from '../stored-settings.ts'
import { NewSecret, SettingFields } from './setting-fields.tsx'

const idOf = (setting: StoredSetting) => `change-${setting}`
const dialogOf = (setting: StoredSetting) => document.getElementById(idOf(setting)) as HTMLDialogElement | null

/** Opens a setting's dialog, with the focus in its field. Returns whether there is one. */
export function openSettingDialog(setting: StoredSetting): boolean {
  const dialog = dialogOf(setting)
  dialog?.showModal()
  dialog?.querySelector<HTMLInputElement>('input[name=value]')?.focus()
  return dialog !== null
}

interface SettingDialogProps {
  setting: StoredSetting
  shown: string | undefined
}

/** A setting's dialog. Without JavaScript the same form is a page. */
export function SettingDialog({ setting, shown }: SettingDialogProps) {
  // Each opening starts afresh, without cancelled input.
  const [round, setRound] = useState(0)
  return (
    <Dialog id={idOf(setting)} title={settingWords[setting].title} onClose={() => setRound(round + 1)}>
      <DialogForm key={round} setting={setting} shown={shown} />
    </Dialog>
  )
}

function DialogForm({ setting, shown }: SettingDialogProps) {
  const fetcher = useFetcher<SettingAnswer>()
  const form = useRef<HTMLFormElement>(null)
  const answer = fetcher.data
  const told = useRef<SettingAnswer>(undefined)
  useEffect(() => {
    if (!answer || told.current === answer) return
    told.current = answer
    if (answer.notice) showToast(answer.notice)
    if (answer.isSaved && !answer.secret) dialogOf(setting)?.close()
    if (answer.problem) form.current?.querySelector<HTMLInputElement>('input[name=value]')?.focus()
  }, [answer, setting])
  const close = () => dialogOf(setting)?.close()
  if (answer?.secret)
    return (
      <>
        <NewSecret secret={answer.secret} />
        <Button type="button" className="mt-6 w-full" onClick={close}>
          I’ve copied it
        </Button>
      </>
    )
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={`/staff/settings/stored/${setting}` satisfies SitePath}
      noValidate
      {...failureWords(saveFailed)}
    >
      <input type="hidden" name="place" value="dialog" />
      <SettingFields
        setting={setting}
        shown={shown}
        answer={answer}
        ids={`${setting}-`}
        isSending={fetcher.state !== 'idle'}
        cancel={
          <Button type="button" look="outline" onClick={close}>
            Cancel
          </Button>
        }
      />
    </fetcher.Form>
  )
}
