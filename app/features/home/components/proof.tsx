import type { ReactNode } from 'react'
import { usePrices } from '#app/platform/published-context.ts'
import after from '#app/ui/drawings/after.svg?url'
import before from '#app/ui/drawings/before.svg?url'
import { ExampleMark } from '#app/ui/example-mark.tsx'
import { Figures } from '#app/ui/figures.tsx'
import { Picture } from '#app/ui/image.tsx'
import { ReceiptSlip } from '#app/ui/receipt.tsx'
import { Section } from '#app/ui/section.tsx'
import { exampleJob, promises, serviceFacts } from '#content/home.ts'

export function BeforeAfter() {
  return (
    <Section
      id="before-after"
      lazy
      title="Before and after"
      lead={
        <>
          What 45 minutes under a sink change. <ExampleMark>Drawn example</ExampleMark>
        </>
      }
    >
      <div className="grid gap-4 md:grid-cols-2">
        <figure>
          <Picture src={before} width={480} height={320} alt="Before: a corroded trap drips into a washing-up bowl" />
          <figcaption className="pt-2 text-sm">
            <b>09:10</b> Slip joint perished, cupboard base soaked.
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
    <Section id="first-time-fix" lazy title="Fixed on the first visit, or we come back free">
      <Figures figures={[...promises(usePrices())]} />
    </Section>
  )
}

export function CaseStudy() {
  const prices = usePrices()
  const { title, steps } = exampleJob
  const [bill, total] = [exampleJob.bill(prices), exampleJob.total(prices)]
  return (
    <Section
      id="case-study"
      lazy
      title={title}
      lead={
        <>
          How a job goes, and how its bill is put together. <ExampleMark>Made-up example, real prices</ExampleMark>
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
        <ReceiptSlip id="example-bill" title="The bill" lines={bill} total={{ label: 'Total, VAT included', figure: total }} />
      </div>
    </Section>
  )
}

/** What is always so, and `children`, what is so now. */
export function ServiceFacts({ children }: { children: ReactNode }) {
  return (
    <Section id="live" lazy title="Day and night, all over London">
      <Figures figures={[...serviceFacts]} />
      {children}
    </Section>
  )
}
