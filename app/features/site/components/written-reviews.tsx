import { Carousel, Slide } from '#app/ui/carousel.tsx'
import { Stars } from '#app/ui/drawings/symbols.tsx'
import { ExampleMark } from '#app/ui/example-mark.tsx'
import { Section } from '#app/ui/section.tsx'
import { TearLine } from '#app/ui/ticket.tsx'
import { sampleReviews } from '#content/reviews.ts'

/** Made-up reviews, until there are real ones. */
export function SampleReviews() {
  return (
    <Section id="reviews-written" band lazy title="What customers say" lead={<ExampleMark>Examples, not real customers</ExampleMark>}>
      <Carousel id="written-reviews" label="Customer reviews" noun="Review" everyMs={4_000}>
        {sampleReviews.map(({ id, service, area, text, name, when }) => (
          <Slide key={id}>
            <TearLine>
              <span>{service}</span>
              <span className="text-muted">{area}</span>
            </TearLine>
            <blockquote className="grow px-4 pt-4 pb-2 text-lg leading-snug">{text}</blockquote>
            <footer className="flex items-center justify-between px-4 pb-3 text-sm">
              <span>
                <b>{name}</b>
                {`, ${when}`}
              </span>
              <Stars />
            </footer>
          </Slide>
        ))}
      </Carousel>
    </Section>
  )
}
