import { Carousel, Slide } from '#app/ui/carousel.tsx'
import { Stars } from '#app/ui/drawings/symbols.tsx'
import { Section } from '#app/ui/section.tsx'
import { TearLine } from '#app/ui/ticket.tsx'
import { sampleMessages, sampleReviews } from '#content/home.ts'
import { ExampleMark } from './proof.tsx'

/** Reviews, as samples until there are real ones. */
export function WrittenReviews() {
  return (
    <Section
      id="reviews-written"
      band
      lazy
      title="What customers say"
      lead={
        <>
          These show the form a review takes. <ExampleMark>Samples, not real customers</ExampleMark>
        </>
      }
    >
      <Carousel id="written-reviews" label="Customer reviews" count={sampleReviews.length} noun="Review">
        {sampleReviews.map(({ id, service, area, text, name, when }) => (
          <Slide key={id}>
            <TearLine>
              <span>{service}</span>
              <span className="text-muted">{area}</span>
            </TearLine>
            <blockquote className="grow px-4 pt-4 pb-2 text-[1.1875rem] leading-snug">{text}</blockquote>
            <footer className="flex items-center justify-between px-4 pb-3.5 text-sm">
              <span>
                <b>{name}</b>, {when}
              </span>
              <Stars />
            </footer>
          </Slide>
        ))}
      </Carousel>
    </Section>
  )
}

/** Messages as customers send them, drawn, as samples until there are real ones. */
export function ReviewScreenshots() {
  return (
    <Section id="reviews-screenshots" lazy title="From our chat" lead={<ExampleMark>Drawn samples, not real customers</ExampleMark>}>
      <ul className="grid gap-4 md:grid-cols-3">
        {sampleMessages.map(({ id, from, text, reply }) => (
          <li key={id} className="rounded-key border-2 border-ink bg-wash-toilet p-3 text-sm">
            <p className="border-b border-line pb-2 font-bold">{from}</p>
            <p className="mt-3 mr-8 rounded-key border-2 border-ink bg-white px-3 py-2">{text}</p>
            <p className="mt-2 ml-8 rounded-key border-2 border-ink bg-ok-wash px-3 py-2">{reply}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
