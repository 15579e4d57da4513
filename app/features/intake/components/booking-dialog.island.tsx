import { useEffect, useState } from 'react'
import { Dialog } from '#app/ui/dialog.tsx'
import type { FormStart } from '../form-start-context.ts'
import BookingForm from './booking-form.island.tsx'
import { emptyFieldOf } from './use-step-focus.ts'

const id = 'booking-dialog'

/**
 * The booking dialog: links to /book open the form over their page. The starter holds a click while this is fetched. Without JavaScript, if
 * it doesn't load in time, or with a modifier key for a new tab, they open /book itself.
 */
export default function BookingDialog(start: FormStart) {
  const [hasStarted, setStarted] = useState(false)
  /** Number of requests to open it. */
  const [wishes, setWishes] = useState(0)

  useEffect(() => {
    setStarted(true)
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a[href="/book"]')
      if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      document.querySelector<HTMLDialogElement>('dialog:modal')?.close()
      setWishes((before) => before + 1)
    }
    document.addEventListener('click', open)
    return () => document.removeEventListener('click', open)
  }, [])

  // Only then is it in the page: the held click is released when this starts.
  useEffect(() => {
    if (!wishes) return
    const dialog = document.getElementById(id) as HTMLDialogElement
    dialog.showModal()
    emptyFieldOf(dialog.querySelector('form[action="/book"]'))?.focus()
  }, [wishes])

  // Adds nothing to the page's HTML.
  if (!hasStarted) return null
  return (
    <Dialog id={id} title="Book Your Service">
      {wishes > 0 && <BookingForm view={start} ids="dialog-" place="dialog" />}
    </Dialog>
  )
}
