import type { ReactNode } from 'react'
import { locate } from '#app/features/areas/locate.ts'
import { calloutAt } from '#app/features/pricing/applied-offer.ts'
import { billFor } from '#app/features/pricing/bill.ts'
import { estimateFor } from '#app/features/pricing/estimate.ts'
import { termsFor } from '#app/features/pricing/frozen-terms.ts'
import { usePrices } from '#app/platform/published-context.ts'
import after from '#app/ui/drawings/after.svg?url'
import before from '#app/ui/drawings/before.svg?url'
import { ExampleMark } from '#app/ui/example-mark.tsx'
import { Figures } from '#app/ui/figures.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { Picture } from '#app/ui/image.tsx'
import { Rows } from '#app/ui/rows.tsx'
import { Section } from '#app/ui/section.tsx'
import { exampleJob, promises, serviceFacts, stepsOfAJob } from '#content/home.ts'
import { exactPoundsText, poundsText } from '#content/money.ts'

export function BeforeAfter() {
  return (
    <Section id="before-after" small lazy title="Before and after" lead={<ExampleMark>An illustration, not a real job</ExampleMark>}>
      <div className="grid grid-cols-2 gap-3 md:gap-4">
        <figure>
          <Picture src={before} width={480} height={320} alt="Before: a corroded trap drips into a washing-up bowl" />
          <figcaption className="pt-1 text-sm">Seal perished, all wet.</figcaption>
        </figure>
        <figure>
          <Picture src={after} width={480} height={320} alt="After: a new copper trap with an isolation valve, everything dry" />
          <figcaption className="pt-1 text-sm">New trap, tested dry.</figcaption>
        </figure>
      </div>
    </Section>
  )
}

export function FirstTimeFix() {
  return (
    <Section id="first-time-fix" small lazy title="Fixed first time, or we come back for free">
      <Figures figures={[...promises(usePrices())]} />
    </Section>
  )
}

export function CaseStudy() {
  const prices = usePrices()
  const { title, steps, visit, service, borough } = exampleJob
  const { lines, totalPence } = billFor(
    visit,
    termsFor(prices, estimateFor(prices, service, borough, locate('', borough).multiplierPercent), {
      serviceLevel: 'standard',
      calloutPence: calloutAt(prices, visit.arrivedAt),
    }),
  )
  const savedPence = lines.find(({ id }) => id === 'cap')?.amountPence ?? 0
  return (
    <Section
      id="case-study"
      small
      lazy
      title={title}
      lead={
        <>
          {`A leak, and a bill of ${exactPoundsText(totalPence)}`}
          {savedPence < 0 && `: the price cap took off ${poundsText(-savedPence)}`}. <ExampleMark>Made-up example, real prices</ExampleMark>
        </>
      }
    >
      <Folded label="What happened">
        <ol className="list-decimal pl-6">
          {steps.map(({ id, text }) => (
            <li key={id} className="mt-1">
              {text}
            </li>
          ))}
        </ol>
      </Folded>
    </Section>
  )
}

/** A typical job, shown instead of sample chats. */
export function WhatToExpect() {
  return (
    <Section id="reviews-screenshots" lazy title="What to expect">
      <Rows rows={stepsOfAJob} />
    </Section>
  )
}

/** The permanent facts in one sentence, and the current ones as `children`. */
export function ServiceFacts({ children }: { children: ReactNode }) {
  return (
    <Section id="live" small lazy title="Day or night, anywhere in London" lead={serviceFacts(usePrices())}>
      {children}
    </Section>
  )
}
