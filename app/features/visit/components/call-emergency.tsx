import { ButtonLink } from '#app/ui/button.tsx'
import { business } from '#content/business.ts'

/** The engineer's immediate duty about a dangerous appliance that is still on. */
export const CallEmergency = () => (
  <div role="alert" className="border-4 border-alarm bg-alarm-wash px-3 py-3">
    <p className="text-lg font-bold">Call the National Gas Emergency Service now</p>
    <p className="mt-1">
      Tell them the appliance is Immediately Dangerous and still on, because the customer refused to have it turned off. Get everyone out if
      you can.
    </p>
    <ButtonLink look="alarm" href={business.gasEmergency.href} className="mt-3 min-h-[64px] w-full text-lg">
      Call {business.gasEmergency.text}
    </ButtonLink>
  </div>
)
