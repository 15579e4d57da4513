import { Carousel, Slide } from '#app/ui/carousel.tsx'
import { Stars } from '#app/ui/drawings/symbols.tsx'
import { ExampleMark } from '#app/ui/example-mark.tsx'
import { Picture } from '#app/ui/image.tsx'
import { Section } from '#app/ui/section.tsx'
import { TearLine } from '#app/ui/ticket.tsx'
import { chatFileOf, chatSize, chatWords, sampleMessages, sampleReviews } from '#content/reviews.ts'

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

/** Messages as customers send them, drawn, as samples until there are real ones. */
export function ReviewScreenshots() {
  return (
    <Section id="reviews-screenshots" lazy title="From our chat" lead={<ExampleMark>Illustrations, not real customers</ExampleMark>}>
      <Carousel id="screenshots" label="Chats with customers" noun="Chat" everyMs={5_000}>
        {sampleMessages.map((message) => (
          <Slide key={message.name} narrow>
            <Picture src={chatFileOf(message)} {...chatSize} alt={chatWords(message)} />
          </Slide>
        ))}
      </Carousel>
    </Section>
  )
}

/** Some of the drawn chats side by side, by name, for a page about one subject. */
export function SomeScreenshots({ of }: { of: readonly string[] }) {
  return (
    <Section id="reviews-screenshots" lazy title="From our chat" lead={<ExampleMark>Illustrations, not real customers</ExampleMark>}>
      <ul className="grid gap-4 md:grid-cols-3">
        {sampleMessages
          .filter(({ name }) => of.includes(name))
          .map((message) => (
            <li key={message.name} className="rounded-key border-2 border-ink">
              <Picture src={chatFileOf(message)} {...chatSize} alt={chatWords(message)} />
            </li>
          ))}
      </ul>
    </Section>
  )
}
