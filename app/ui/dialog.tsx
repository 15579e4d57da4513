import type { ReactNode } from 'react'

interface DialogProps {
  id: string
  title: string
  onClose?: () => void
  children: ReactNode
}

/** A modal dialog: a sheet on phones, centred from tablets on. Opens and closes without JavaScript. */
export function Dialog({ id, title, onClose, children }: DialogProps) {
  return (
    <dialog
      id={id}
      closedby="any"
      aria-labelledby={`${id}-title`}
      onClose={onClose}
      className="m-auto h-dvh max-h-none w-full max-w-none overscroll-contain bg-paper text-ink md:h-fit md:max-h-[85dvh] md:w-[640px] md:rounded-key md:border-2 md:border-ink"
    >
      {/* Covers the dialog, so that only its backdrop is the dialog itself. */}
      <div className="min-h-full">
        <div className="sticky top-0 flex items-center justify-between gap-4 border-b-2 border-ink bg-paper py-1.5 pr-3 pl-4">
          <h2 id={`${id}-title`} className="text-xl">
            {title}
          </h2>
          <button type="button" command="close" commandfor={id} className="min-h-11 cursor-pointer px-4 font-bold underline">
            Close
          </button>
        </div>
        <div className="p-4 pb-6">{children}</div>
      </div>
    </dialog>
  )
}
