import type { ReactNode } from 'react'
import { Questions } from '#app/ui/questions.tsx'
import { Rows } from '#app/ui/rows.tsx'
import { Section } from '#app/ui/section.tsx'
import { Street } from '#app/ui/street.tsx'
import type { LocalityPageView } from '../pages.server.ts'
import { AreaMap, BookHere, Estimates, Specialists } from './area-sections.tsx'
import { Nameplates } from './nameplates.tsx'

interface LocalityPageProps {
  view: LocalityPageView
  /** The borough is switched off: no arrival times are promised. */
  withoutPromise: boolean
  /** The booking form. */
  form: ReactNode
}

/** The page of a place. */
export function LocalityPage({ view: { area: place, words, estimates, nearby }, withoutPromise, form }: LocalityPageProps) {
  const { name, anchor, district, borough } = place
  return (
    <>
      <Section id="buildings" title={words.buildingsTitle}>
        <Street buildings={words.buildings} />
      </Section>
      <BookHere anchor={anchor} place={name}>
        {form}
      </BookHere>
      <Specialists sections={words.specialists} />
      {words.whyUs && (
        <Section id="why-us" title={`Why choose us in ${name}`} lazy>
          <ol className="grid gap-x-6 md:grid-cols-3">
            {words.whyUs.map((point, at) => (
              <li key={point} className="border-t-2 border-ink py-3">
                <b className="block text-2xl leading-tight">{at + 1}</b>
                {point}
              </li>
            ))}
          </ol>
        </Section>
      )}
      {/* Parking and access don’t matter where we don’t visit. */}
      {!withoutPromise && (
        <Section id="arrival" title={words.arrivalTitle} lazy>
          <Rows
            rows={[
              { id: 'parking', name: 'Parking', text: words.arrival.parking },
              { id: 'congestion', name: 'Congestion Charge', text: words.arrival.congestion },
              { id: 'access', name: 'Access', text: words.arrival.access },
            ]}
          />
        </Section>
      )}
      <Section id="faq" title={`Questions about plumbers in ${name}`} lazy>
        <Questions questions={words.questions} />
      </Section>
      <Section id="prices" title={`How much does a plumber cost in ${name}?`} lazy>
        <div className="grid items-start gap-x-10 gap-y-6 md:grid-cols-[1fr_1.2fr]">
          <Estimates borough={borough} estimates={estimates} />
          <AreaMap districts={[district]} />
        </div>
      </Section>
      <Section id="nearby" title="Nearby areas" lazy>
        <Nameplates places={nearby} />
      </Section>
    </>
  )
}
