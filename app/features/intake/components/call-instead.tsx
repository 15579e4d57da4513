import { bookingTrouble } from '#app/platform/phone-first-context.ts'
import { useDetails } from '#app/platform/published-context.ts'

/** At the top of the form while bookings can't be relied on; styled with existing classes. */
export function CallInstead({ says }: { says: string }) {
  const { emergencyPhone } = useDetails()
  return (
    <section aria-label="Call us" className="border-y-2 border-ink bg-lamp p-4">
      <p className="font-bold">{says} Call us, day or night:</p>
      <p className="mt-2">
        <a href={emergencyPhone.href} className="key key-alarm">
          {emergencyPhone.text}
        </a>
      </p>
      {says === bookingTrouble && <p className="mt-2 text-sm">You can still send the form. If you don’t get a reference, call us.</p>}
    </section>
  )
}
