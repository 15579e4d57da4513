import { type RefObject, useEffect, useState } from 'react'
import { useFetcher, useNavigation } from 'react-router'
import type { SitePath } from '#app/values/site-path.ts'
import { forgetPhoneDraft, keepPhoneDraft, type PhoneDraft, readPhoneDraft } from '../phone-draft.ts'
import type { PhoneQuote } from '../phone-price.server.ts'

const askAfterMs = 250
const askAgainMs = 30_000

/** The fields that the price and the arrival depend on. */
const asked = ['postcode', 'borough', 'service', 'serviceLevel', 'preferredDate', 'timeSlot', 'returnOf']

/**
 * Follows a form while it is filled in: its values, and what can be read out so far, asked of the server after a short pause. Undefined
 * until there is a postcode or an emergency, and without JavaScript. `startedWith`: changes when the form is filled in by a draft.
 */
export function usePhoneQuote(form: RefObject<HTMLFormElement | null>, startedWith: unknown) {
  const { data, load } = useFetcher<{ quote: PhoneQuote }>()
  const [values, setValues] = useState<Record<string, string>>()

  // A form that is filled in by a draft is another element.
  useEffect(() => {
    const element = form.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = { query: '', at: 0 }
    const ask = () => {
      const query = queryOf(element)
      last = { query, at: Date.now() }
      if (query) void load(`/staff/bookings/quote?${query}` satisfies SitePath)
    }
    const read = () => {
      setValues(valuesOf(element))
      // A call takes minutes, and engineers are given other jobs meanwhile.
      if (queryOf(element) === last.query && Date.now() - last.at < askAgainMs) return
      clearTimeout(timer)
      timer = setTimeout(ask, askAfterMs)
    }
    read()
    element.addEventListener('input', read)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('input', read)
    }
  }, [form, load, startedWith])
  return { values, quote: values?.postcode || values?.service ? data?.quote : undefined }
}

const valuesOf = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as Record<string, string>

/** The question to the server; '' while there is neither a postcode nor an emergency. */
function queryOf(form: HTMLFormElement): string {
  const values = valuesOf(form)
  if (!values.postcode && !values.service) return ''
  return new URLSearchParams(asked.flatMap((name) => (values[name] ? [[name, values[name]]] : []))).toString()
}

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
