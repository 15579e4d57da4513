import { business } from '#content/business.ts'

/** At the top of the form, with classes that it has anyway, while bookings cannot be relied on. */
export function RingInstead() {
  return (
    <section aria-label="Ring us" className="border-y-2 border-ink bg-lamp p-4">
      <p className="font-bold">Online booking is having trouble. Ring us, day or night:</p>
      <p className="mt-2">
        <a href={business.emergencyPhone.href} className="key key-alarm">
          {business.emergencyPhone.text}
        </a>
      </p>
      <p className="mt-2 text-sm">You can still send the form. Unless it shows you a reference, ring us.</p>
    </section>
  )
}
