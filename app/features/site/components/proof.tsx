import type { ReactNode } from 'react'
import { locate } from '#app/features/areas/locate.ts'
import { calloutAt } from '#app/features/pricing/applied-offer.ts'
import { billFor } from '#app/features/pricing/bill.ts'
import { estimateFor } from '#app/features/pricing/estimate.ts'
import { termsFor } from '#app/features/pricing/frozen-terms.ts'
import { useBoroughs, usePrices } from '#app/platform/published-context.ts'
import after from '#app/ui/drawings/after.svg?url'
import before from '#app/ui/drawings/before.svg?url'
import { ExampleMark } from '#app/ui/example-mark.tsx'
import { Figures } from '#app/ui/figures.tsx'
import { Picture } from '#app/ui/image.tsx'
import { ReceiptSlip } from '#app/ui/receipt.tsx'
import { Section } from '#app/ui/section.tsx'
import { exampleJob, promises, serviceFacts, stepsOfAJob } from '#content/home.ts'
import { exactPoundsText, poundsText } from '#content/money.ts'

export function BeforeAfter() {
  return (
    <Section
      id="before-after"
      lazy
      title="Before and after"
      lead={
        <>
          What a difference 45 minutes makes. <ExampleMark>An illustration, not a real job</ExampleMark>
        </>
      }
    >
      <div className="grid gap-4 md:grid-cols-2">
        <figure>
          <Picture src={before} width={480} height={320} alt="Before: a corroded trap drips into a washing-up bowl" />
          <figcaption className="pt-2 text-sm">
            <b>09:10</b> Perished seal, soaked cupboard.
          </figcaption>
        </figure>
        <figure>
          <Picture src={after} width={480} height={320} alt="After: a new copper trap with an isolation valve, everything dry" />
          <figcaption className="pt-2 text-sm">
            <b>09:55</b> New trap, isolation valve added, tested dry.
          </figcaption>
        </figure>
      </div>
    </Section>
  )
}

export function FirstTimeFix() {
  return (
    <Section id="first-time-fix" lazy title="Fixed first time, or we come back for free">
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
      lazy
      title={title}
      lead={
        <>
          {savedPence < 0 && `How a price cap works: this customer saves ${poundsText(-savedPence)}. `}
          <ExampleMark>Made-up example, real prices</ExampleMark>
        </>
      }
    >
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        <ol className="border-t-2 border-ink">
          {steps.map(({ id, time, text }) => (
            <li key={id} className="grid grid-cols-[4em_1fr] gap-2 border-b border-line py-3">
              <b>{time}</b>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        <ReceiptSlip
          id="example-bill"
          title="The bill"
          lines={lines.map(({ label, amountPence }) => ({ label, figure: exactPoundsText(amountPence) }))}
          total={{ label: 'Total, including VAT', figure: exactPoundsText(totalPence) }}
        />
      </div>
    </Section>
  )
}

/** A typical job, shown instead of sample chats. */
export function WhatToExpect() {
  return (
    <Section id="reviews-screenshots" lazy title="What to expect">
      <ol className="border-t-2 border-ink">
        {stepsOfAJob(usePrices()).map(({ id, title, text }) => (
          <li key={id} className="grid border-b border-line py-3 md:grid-cols-[14em_1fr]">
            <b>{title}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Facts that always apply, and `children`, which are current. */
export function ServiceFacts({ children }: { children: ReactNode }) {
  return (
    <Section id="live" lazy title="Day or night, anywhere in London">
      <Figures figures={[...serviceFacts(useBoroughs(), usePrices())]} />
      {children}
    </Section>
  )
}
