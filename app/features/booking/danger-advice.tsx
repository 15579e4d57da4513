import { business } from '#content/business.ts'
import { dangerAdvice, stepsBeforeBooking } from '#content/danger-advice.ts'
import type { Danger } from './safety/danger-phrases.ts'

/** Safety advice at the top of a customer's page, if their words mention danger. `isBooked`: they have sent the booking. */
export function DangerAdvice({ dangers, isBooked = true }: { dangers: readonly Danger[]; isBooked?: boolean }) {
  if (dangers.length === 0) return null
  const isGas = dangers.some((danger) => danger === 'gas' || danger === 'fumes')
  const number = isGas ? business.gasEmergency : { text: '999', href: 'tel:999' }
  return (
    <section aria-label="Do this first" className="mb-6 border-4 border-alarm bg-alarm-wash px-4 py-4 md:px-6">
      {dangers.map((danger) => (
        <div key={danger} className="mt-4 first:mt-0">
          <h2 className="text-xl">{dangerAdvice[danger].heading}</h2>
          <ul className="mt-2 list-disc pl-6">
            {(isBooked ? dangerAdvice[danger].steps : stepsBeforeBooking(danger)).map((step) => (
              <li key={step} className="mt-1">
                {step}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <a href={number.href} className="key key-alarm mt-4 whitespace-nowrap">
        Call {number.text}
      </a>
    </section>
  )
}
