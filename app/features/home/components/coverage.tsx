import { BoroughMap } from '#app/ui/drawings/borough-map.tsx'
import { Postcard } from '#app/ui/drawings/postcards.tsx'
import { Questions } from '#app/ui/questions.tsx'
import { Section } from '#app/ui/section.tsx'
import { mapBoroughs } from '#content/borough-map.ts'
import { coverage, postTeasers, questions } from '#content/home.ts'

const bookBorough = (name: string) => `/book?borough=${encodeURIComponent(name).replaceAll('%20', '+')}`
/** The map of bricks shows where; the list beneath it leads on, in targets that a thumb can hit. */
export function Coverage() {
  return (
    <Section
      id="coverage"
      lazy
      title="London, brick by brick"
      lead="Twenty boroughs and districts on our list, and most of the rest by postcode."
    >
      <BoroughMap boroughs={mapBoroughs} label="The 33 boroughs of London drawn as bricks, with the Thames between north and south" />
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <Key className="bg-brick">On our list</Key>
        <Key className="bg-cream">Booked by postcode</Key>
        <Key className="border-dashed">Ring us first</Key>
      </p>
      <ul className="mt-5 columns-2 md:columns-4">
        {coverage.map(([name, borough]) => (
          <li key={name}>
            <a href={bookBorough(borough)} className="inline-flex min-h-11 items-center">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <i aria-hidden="true" className={`h-4 w-7 rounded-[3px] border-2 border-ink ${className}`} />
      {children}
    </span>
  )
}

export function QuestionsPeopleAsk() {
  return (
    <Section id="faq" lazy title="Questions people ask">
      <Questions questions={questions} />
    </Section>
  )
}

const drawings = { stopcock: 'stopcock', before: 'bucket', costs: 'receipt' } as const

export function Posts() {
  return (
    <Section id="blog" lazy title="While you wait">
      <ul className="border-t-2 border-ink">
        {postTeasers.map(({ id, title, kind, text }) => (
          <li key={id}>
            <a href="/blog" className="group grid grid-cols-[88px_1fr] items-center gap-3.5 border-b border-line py-3.5 no-underline">
              <Postcard of={drawings[id]} className="h-[66px] w-[88px] rounded-key bg-stone" />
              <span>
                <span className="text-xs text-muted">{kind}</span>
                <b className="block text-lg leading-tight group-hover:underline">{title}</b>
                <span className="text-sm text-muted">{text}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
