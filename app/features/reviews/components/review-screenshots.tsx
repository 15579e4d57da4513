import { ExampleMark } from '#app/ui/example-mark.tsx'
import { Section } from '#app/ui/section.tsx'
import { sampleMessages } from '#content/reviews.ts'

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
