import type { ReactNode } from 'react'
import { Questions } from '#app/ui/questions.tsx'
import { Section } from '#app/ui/section.tsx'
import { inText } from '#content/areas/area.ts'
import type { HubPageView } from '../pages.server.ts'
import { AreaMap, BookHere, Specialists } from './area-sections.tsx'

interface HubPageProps {
  view: HubPageView
  /** The booking form. */
  form: ReactNode
}

/** The page of a part of London, with the places in it. */
export function HubPage({ view: { area: hub, words, places, others }, form }: HubPageProps) {
  const { anchor, districts } = hub
  const here = inText(hub)
  return (
    <>
      <Section id="areas" title={words.areasTitle}>
        <ul className="border-t-2 border-ink gap-6 md:columns-2">
          {places.map((place) => (
            <Place key={place.id} {...place} />
          ))}
        </ul>
      </Section>
      <BookHere anchor={anchor} place={here}>
        {form}
      </BookHere>
      <Specialists sections={words.specialists} />
      <Section id="map" title={capital(`${here} on the map`)} lazy>
        <AreaMap districts={districts} />
      </Section>
      <Section id="faq" title={`Questions about plumbers in ${here}`} lazy>
        <Questions questions={words.questions} />
      </Section>
      <Section id="other-parts" title="Other parts of London" lazy>
        <p className="flex flex-wrap gap-x-6">
          {others.map((other) => (
            <a key={other.href} href={other.href} className="inline-flex min-h-11 items-center font-bold">
              {other.name}
            </a>
          ))}
        </p>
      </Section>
    </>
  )
}

/** A place in the list: a link to its page, or its text here. */
function Place({ id, name, postcode, text, href }: HubPageView['places'][number]) {
  const title = (
    <>
      {name} <span className="ml-2 text-alarm">{postcode}</span>
    </>
  )
  return (
    // Links lead here only where the place has no page of its own; an id such as “borough” may also be a field’s.
    <li id={href ? undefined : id} className="break-inside-avoid border-b border-line py-3">
      {href ? (
        <a href={href} className="-my-2 inline-flex min-h-11 items-center text-lg font-bold">
          {title}
        </a>
      ) : (
        <h3 className="text-lg">{title}</h3>
      )}
      <p className="mt-1">{text}</p>
    </li>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
