import { useEffect, useState } from 'react'
import { Dialog } from '#app/ui/dialog.tsx'
import { emptyForm } from '../form-view.ts'
import BookingForm from './booking-form.island.tsx'

const id = 'booking-dialog'

/**
 * The booking modal: links to /book open the form over the page they stand on. Until it has started,
 * without JavaScript, and with a key held that asks for a new tab, they lead to /book itself.
 */
export default function BookingDialog() {
  const [hasStarted, setStarted] = useState(false)
  const [isWanted, setWanted] = useState(false)

  useEffect(() => {
    setStarted(true)
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a[href="/book"]')
      if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      document.querySelector<HTMLDialogElement>('dialog:modal')?.close()
      setWanted(true)
      dialogElement()?.showModal()
    }
    document.addEventListener('click', open)
    return () => document.removeEventListener('click', open)
  }, [])

  // Nothing of it in the page's own bytes.
  if (!hasStarted) return null
  return (
    <Dialog id={id} title="Book Your Service">
      {isWanted && <BookingForm view={emptyForm} ids="dialog-" place="dialog" />}
    </Dialog>
  )
}

const dialogElement = () => document.getElementById(id) as HTMLDialogElement | null
