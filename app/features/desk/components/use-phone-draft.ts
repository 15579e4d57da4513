import { type RefObject, useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { forgetPhoneDraft, keepPhoneDraft, type PhoneDraft, readPhoneDraft } from '../phone-draft.ts'

/** Keeps the form's values until it is booked; returns those kept by an earlier page. */
export function usePhoneDraft(form: RefObject<HTMLFormElement | null>, key: string): PhoneDraft | undefined {
  const [draft, setDraft] = useState<PhoneDraft>()
  useEffect(() => void readPhoneDraft(key).then(setDraft), [key])

  useEffect(() => {
    const onInput = ({ target }: Event) => {
      const of = (target as HTMLElement).closest('form')
      if (of && of === form.current) void keepPhoneDraft(key, Object.fromEntries(new FormData(of)) as Record<string, string>)
    }
    document.addEventListener('input', onInput)
    return () => document.removeEventListener('input', onInput)
  }, [form, key])

  const { state, formMethod, location } = useNavigation()
  const isBooked = state === 'loading' && formMethod === 'POST' && location?.search.includes('done=taken')
  useEffect(() => {
    if (isBooked) forgetPhoneDraft()
  }, [isBooked])
  return draft
}
