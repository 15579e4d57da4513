/*
 * Records work as spans of a trace if a collector is configured (server/traces.ts); otherwise just does the work. Loads nothing. Names and
 * attributes are routes, kinds, hosts and numbers: never typed text, never a secret.
 */

type SpanAttributes = Record<string, string | number | boolean>

export interface Spans {
  /** Runs the work inside a span; if it throws, the span is marked as failed. `describe`: attributes known only afterwards. */
  inSpan<T>(
    span: { name: string; kind: 'internal' | 'client'; attributes: SpanAttributes },
    work: () => Promise<T>,
    describe?: (result: T) => SpanAttributes,
  ): Promise<T>
  /** The header that passes the trace on to a called server. */
  outgoing(): Record<string, string>
}

const none: Spans = { inSpan: (_span, work) => work(), outgoing: () => ({}) }

let current = none

/** From now on spans go to these; without any, to no one. */
export function recordSpansWith(spans: Spans | undefined): void {
  current = spans ?? none
}

export const inSpan: Spans['inSpan'] = (span, work, describe) => current.inSpan(span, work, describe)

/** `traceparent`, for the owner's own targets: webhooks. It isn't sent to anyone else. */
export const outgoingTrace = (): Record<string, string> => current.outgoing()
