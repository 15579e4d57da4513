import { exactPoundsText } from '#content/money.ts'

/** The price cap of an online booking. `mostPence`: as things are now. */
export function PriceCap({ mostPence, channel }: { mostPence: number; channel: 'online' | 'phone' }) {
  if (channel === 'phone') return null
  return (
    <p className="mt-3 text-sm">
      {`You’ll never pay more than ${exactPoundsText(mostPence)} unless you agree to extra work first. Parking and the Congestion Charge are passed on at cost.`}
    </p>
  )
}
