import { isolated } from '#app/platform/bidi-text.ts'
import { spokenTimeOnDay } from '#app/platform/spoken-moment.ts'
import { Fact } from '#app/ui/facts.tsx'
import { SignatureImage } from '#app/ui/signature-pad.tsx'
import { exactPoundsText, poundsText } from '#content/money.ts'
import type { WorkView } from '../read-extra-work.server.ts'

/** For staff: the proposal, line by line, and the customer's answer. */
export const WorkFacts = ({ works }: { works: readonly WorkView[] }) =>
  works.map((work) => (
    <Fact key={work.id} label={work.isUrgentRepair ? 'Part of the repair' : 'Other work'}>
      {[
        `${isolated(work.name)}, up to ${poundsText(work.amountPence)}`,
        ...(work.description ? [work.description] : []),
        ...work.lines.map((line) => `${line.label}: ${exactPoundsText(line.amountPence)}`),
        answerText(work),
      ].join('\n')}
      {work.signature && work.signerName && <SignatureImage path={work.signature} name={work.signerName} />}
    </Fact>
  ))

/** The customer's answer to a proposal, in a sentence. */
export function answerText({ state, decidedAt, way, signerName, startAskedAt }: WorkView): string {
  const at = decidedAt ? ` at ${spokenTimeOnDay(decidedAt)}` : ''
  const where = way === 'engineer_phone' ? 'on the engineer’s phone' : 'on their booking page'
  switch (state) {
    case 'agreed':
      return `Agreed${at}, ${where}${signerName ? `, by ${isolated(signerName)}` : ''}.${startAskedAt ? ' They asked us to start now.' : ''}`
    case 'declined':
      return `Declined${at}, ${where}.`
    case 'withdrawn':
      return `Withdrawn${at}.`
    case 'expired':
      return 'Not answered before the visit ended.'
    default:
      return 'Waiting for the customer’s answer.'
  }
}
