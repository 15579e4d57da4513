import { readName } from '#app/platform/fields.ts'
import { readSignature } from '#app/platform/signature.ts'
import { noCancellingText, startNowTexts } from '#content/extra-work.ts'
import type { ExtraWorksTable } from '#db/tables/visit.ts'

/** A customer's agreement. */
export interface Consent {
  way: NonNullable<ExtraWorksTable['way']>
  /** The name that they typed. */
  name: string
  /** On the engineer's phone: the path that they drew. */
  signature: string
  /** For work that can be cancelled by law, two ticks: to the price, and to starting now. */
  agreesToPrice: boolean
  asksToStart: boolean
  /** The words of that request; null if unknown. */
  startText: string | null
}

/**
 * Returns the problems of an agreement by field id: it needs a name, on the engineer's phone a signature, and for work that can be
 * cancelled by law the express request to start within the cancellation period, separate from the consent to the price (Consumer Contracts
 * Regulations 2013, regulation 36).
 */
export function consentProblems(
  work: { id: string; isUrgentRepair: boolean; forBusiness: boolean },
  { way, name, signature, agreesToPrice, asksToStart }: Consent,
): Record<string, string> {
  const { id } = work
  const signer = readName(name)
  const hasRight = !noCancellingText(work)
  return {
    ...(hasRight && !agreesToPrice && { [`price-${id}`]: 'Tick to agree to the work and its price' }),
    ...(hasRight &&
      !asksToStart && { [`start-${id}`]: 'Tick to ask us to start today. If you’d rather wait, decline this and call us to book it' }),
    ...('problem' in signer && { [`signer-${id}`]: name.trim() === '' ? 'Type your full name' : signer.problem }),
    ...(way === 'engineer_phone' && !readSignature(signature) && { [`signature-${id}`]: 'Sign in the box with your finger' }),
  }
}

/** A customer's consent from the fields of the engineer's form. */
export const consentOnPhone = (field: (name: string) => string): Consent => ({
  way: 'engineer_phone',
  name: field('signer'),
  signature: field('signature'),
  agreesToPrice: field('price') === 'yes',
  ...startRequest(field('start')),
})

/** The request to start now, from the value of its tick: the words beside it. Pages of an earlier version sent 'yes' instead. */
export function startRequest(tick: string): Pick<Consent, 'asksToStart' | 'startText'> {
  const startText = startNowTexts.find((text) => text === tick) ?? null
  return { asksToStart: startText !== null || tick === 'yes', startText }
}
