import { type RefObject, useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { SitePath } from '#app/values/site-path.ts'
import type { PhoneQuote } from '../phone-price.server.ts'

const askAfterMs = 250

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
    let last = ''
    const read = () => {
      const now = Object.fromEntries(new FormData(element)) as Record<string, string>
      setValues(now)
      const query = new URLSearchParams(asked.flatMap((name) => (now[name] ? [[name, now[name]]] : []))).toString()
      if (query === last || !(now.postcode || now.service)) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        last = query
        void load(`/staff/bookings/quote?${query}` satisfies SitePath)
      }, askAfterMs)
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
