/*
 * Records work as spans of a trace if a collector is configured (server/traces.ts); otherwise just does the work. Loads nothing. Names and
 * attributes are routes, kinds, hosts and numbers: never typed text, never a secret.
 */

type SpanAttributes = Record<string, string | number | boolean>

export interface Spans {
  /** Does the work inside a span; one that throws is marked as failed. `describe`: what is only known afterwards. */
  inSpan<T>(
    span: { name: string; kind: 'internal' | 'client'; attributes: SpanAttributes },
    work: () => Promise<T>,
    describe?: (result: T) => SpanAttributes,
  ): Promise<T>
  /** The header by which who is asked knows what it is part of. */
  outgoing(): Record<string, string>
}

const none: Spans = { inSpan: (_span, work) => work(), outgoing: () => ({}) }

let current = none

/** From now on spans go to these; without any, to no one. */
export function recordSpansWith(spans: Spans | undefined): void {
  current = spans ?? none
}

export const inSpan: Spans['inSpan'] = (span, work, describe) => current.inSpan(span, work, describe)

/** `traceparent`, for targets that are the owner's own: webhooks. No one else outside is told anything. */
export const outgoingTrace = (): Record<string, string> => current.outgoing()
