import { Carousel, Slide } from '#app/ui/carousel.tsx'
import { ExampleMark } from '#app/ui/example-mark.tsx'
import { Picture } from '#app/ui/image.tsx'
import { Section } from '#app/ui/section.tsx'
import { chatFileOf, chatSize, chatWords, sampleMessages } from '#content/reviews.ts'

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
