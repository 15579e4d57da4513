import { useDetails } from '#app/platform/published-context.ts'

/** A note about a place outside our boroughs, until we have said whether we can help. `isToPay`: the Red Line fee is due. */
export function OutsideNote({ postcode, isToPay }: { postcode: string; isToPay: boolean }) {
  const { emergencyPhone } = useDetails()
  return (
    <p className="my-3 max-w-[40em] rounded-key border-2 border-ink bg-lamp px-4 py-3">
      {`${postcode} is outside the boroughs we cover. ${isToPay ? `Please call ${emergencyPhone.text} before you pay: we’ll tell you straight away whether we can help.` : 'When we call, we’ll tell you whether we can help.'}`}
    </p>
  )
}
