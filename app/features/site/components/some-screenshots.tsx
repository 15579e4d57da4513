import { ExampleMark } from '#app/ui/example-mark.tsx'
import { Picture } from '#app/ui/image.tsx'
import { Section } from '#app/ui/section.tsx'
import { chatFileOf, chatSize, chatWords, sampleMessages } from '#content/reviews.ts'

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
