import { ArrivalPromise } from '#app/features/capacity/arrival-promise.tsx'
import { leastByRate, mostByRateText } from '#app/features/pricing/most-by-rate.ts'
import { useDetails, usePrices } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { House } from '#app/ui/drawings/house.tsx'
import { Use } from '#app/ui/drawings/symbols.tsx'
import { bookType, type EmergencyTypeName } from '#content/emergency-types.ts'
import type { TierId } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import { bookingSeconds } from '#content/stated.ts'

const rooms = [
  ['heater', 'Water heater', 'Water Heater'],
  ['toilet', 'Toilet', 'Toilet Repair'],
  ['radiator', 'Radiator', 'Radiator Issue'],
  ['boiler', 'Boiler', 'Boiler Breakdown'],
  ['leak', 'Leak', 'Leak Repair'],
  ['pipe', 'Pipe', 'Pipe Repair'],
  ['drain', 'Blocked drain', 'Blocked Drain'],
  ['burst', 'Burst pipe', 'Burst Pipe'],
] as const satisfies readonly (readonly [string, string, EmergencyTypeName])[]

/** The heading, the phone number, and the house whose rooms start a booking. `tier`: the rate of the next visit, if it is known. */
export function Hero({ tier }: { tier: TierId | undefined }) {
  const least = leastByRate(usePrices())
  const { emergencyPhone } = useDetails()
  return (
    <section id="hero" aria-labelledby="hero-title" className="overflow-clip border-b-2 border-ink pt-4 lg:pt-8">
      <div className="mx-auto max-w-[1240px] px-4 md:px-8 lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-end lg:gap-6">
        <div className="relative z-1 lg:self-start lg:pb-[25.67%]">
          <p className="flex min-h-6 items-center gap-2 text-sm font-bold">
            <span aria-hidden="true" className="size-2.5 flex-none rounded-full bg-ok" />
            Water off. Heat on. Any hour.
          </p>
          <h1 id="hero-title" className="mt-2.5 mb-3 text-3xl leading-[0.95] tracking-[-0.035em]">
            Emergency plumbers in London
          </h1>
          <p className="max-w-[34em] text-lg leading-snug">
            <b className="block">
              <ArrivalPromise end="." />
            </b>
            {`Gas Safe engineers, day and night. Your price is capped before you book, from ${tier ? poundsText(least[tier]) : mostByRateText(least)}.`}
          </p>
          {/* On small screens the bar at the bottom has these two buttons. */}
          <div className="mt-3 flex flex-wrap items-center gap-3 lg:mt-6">
            <ButtonLink look="alarm" href={emergencyPhone.href} className="hidden min-h-[76px] !px-3 whitespace-nowrap lg:inline-flex">
              <Use id="tel" className="size-[22px] flex-none" />
              <span className="text-[clamp(1.4rem,2.3vw,1.875rem)] tracking-tight">{emergencyPhone.text}</span>
            </ButtonLink>
            <ButtonLink href="#book" className="hidden min-h-[76px] whitespace-nowrap lg:inline-flex">
              {`Book in ${bookingSeconds} sec`}
            </ButtonLink>
            {/* The two most common problems are at the bottom of the house: small screens have them here too. */}
            {rooms
              .slice(-2)
              .reverse()
              .map(([room, label, type]) => (
                <ButtonLink key={room} look="outline" href={bookType(type)} className="key-small !px-3 whitespace-nowrap lg:hidden">
                  {label}
                </ButtonLink>
              ))}
            <a href="#offer" className="inline-flex min-h-11 items-center font-bold lg:px-2 whitespace-nowrap">
              See Offer
            </a>
          </div>
        </div>
        <House className="-mx-4 mt-1 md:-mx-8 lg:m-0" rooms={rooms.map(([room, label, type]) => ({ room, label, href: bookType(type) }))} />
      </div>
    </section>
  )
}
