import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { isolated } from '#app/platform/bidi-text.ts'
import { counted } from '#app/platform/next-text.ts'
import { normalisePhone } from '#app/platform/uk.ts'
import { RowButton } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { KnownCaller as Known } from '../known-caller.server.ts'
import { BookingLines } from './other-bookings.tsx'

const askAfterMs = 250

/**
 * Shows who is calling once their number or email is typed into the surrounding form, and fills in their details with one button: only
 * fields that are still empty. `known`: the caller as the server knew them when it rendered the form; without JavaScript it stays the same.
 */
export function KnownCaller({ known: answered }: { known?: Known }) {
  const place = useRef<HTMLDivElement>(null)
  const { data, load } = useFetcher<{ known?: Known }>()
  const known = data ? data.known : answered

  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let asked = ''
    const onInput = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || !['phone', 'email'].includes(target.name)) return
      const { phone, email } = Object.fromEntries(new FormData(form)) as Record<string, string>
      const isAnswerable = normalisePhone(phone ?? '') !== undefined || /@.+\../.test(email ?? '')
      const query = isAnswerable ? new URLSearchParams({ phone: phone ?? '', email: email ?? '' }).toString() : ''
      clearTimeout(timer)
      if (query === asked || query === '') return
      timer = setTimeout(() => {
        asked = query
        void load(`/staff/bookings/caller?${query}` satisfies SitePath)
      }, askAfterMs)
    }
    form.addEventListener('input', onInput)
    return () => {
      clearTimeout(timer)
      form.removeEventListener('input', onInput)
    }
  }, [load])

  return (
    <div ref={place} role="status">
      {known && (
        <div className="mt-4 border-2 border-ink bg-cream px-4 py-3">
          <p className="font-bold">
            Known caller: <bdi>{known.details.name}</bdi>, {counted(known.count, 'booking')}
          </p>
          <p className="text-sm [overflow-wrap:anywhere]">
            {[isolated(known.details.address ?? ''), known.details.postcode].filter(Boolean).join(', ') || 'No address yet'}
          </p>
          <RowButton
            name="intent"
            value="fill"
            className="mt-2"
            onClick={(event) => {
              event.preventDefault()
              if (place.current?.closest('form')) fillEmpty(place.current.closest('form') as HTMLFormElement, known.details)
            }}
          >
            Fill in their details
          </RowButton>
          <BookingLines cards={known.bookings} />
          {known.record && (
            <a href={`/staff/customers/${known.record}` satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
              Everything about this customer
            </a>
          )}
        </div>
      )}
    </div>
  )
}

/** Fills the empty fields of a form, with the events that typing would fire. */
function fillEmpty(form: HTMLFormElement, details: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(details)) {
    const field = form.elements.namedItem(name)
    if (value === '') continue
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = true
    else if ((field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && field.value === '') field.value = value
    else continue
    field.closest('details')?.setAttribute('open', '')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
