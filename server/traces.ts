import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Context, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Statement } from '#app/platform/database.ts'
import type { JobHandler, JobHandlers } from '#app/platform/jobs.ts'
import type { Mail } from '#app/platform/mail.ts'
import type { PatternOf } from '#app/platform/route-pattern.ts'
import { inSpan, recordSpansWith, type Spans } from '#app/platform/spans.ts'

/*
 * Traces over OTLP/HTTP. Loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set. Spans contain routes, statuses, kinds of statements and
 * jobs, and hosts. If the collector is down, spans wait in a bounded queue, and the newest are dropped.
 */

const queue = { maxQueueSize: 2_048, maxExportBatchSize: 256, scheduledDelayMillis: 2_000, exportTimeoutMillis: 5_000 }
const flushLimitMs = 3_000

/** Starts tracing; `endpoint` as OTLP defines it, without `/v1/traces`. Call `stop` at the end. */
export function startTraces(endpoint: string) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: queue.exportTimeoutMillis })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'emergency-plumbers-london' }),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...queue })],
  })
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  const tracer = provider.getTracer('server')

  const spans: Spans = {
    inSpan: ({ name, kind, attributes }, work, describe) =>
      tracer.startActiveSpan(name, { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes }, async (span) => {
        try {
          const result = await work()
          if (describe) span.setAttributes(describe(result))
          return result
        } catch (error) {
          markFailed(span, error)
          throw error
        } finally {
          span.end()
        }
      }),
    outgoing(): Record<string, string> {
      const span = trace.getActiveSpan()
      return span ? { traceparent: traceparentOf(span) } : {}
    },
  }
  recordSpansWith(spans)

  return {
    /** Handles a request inside a span, as part of the trace named in its headers. */
    inRequest(request: IncomingMessage, response: ServerResponse, patternOf: PatternOf, answer: () => void) {
      const { method = '' } = request
      const route = patternOf((request.url ?? '').split('?', 1)[0] ?? '')
      const attributes = { 'http.request.method': method, 'http.route': route }
      const parent = contextOf(request.headers.traceparent)
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
      response.once('close', () => {
        span.setAttribute('http.response.status_code', response.statusCode)
        if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      })
      context.with(trace.setSpan(parent, span), answer)
    },
    /** Records a finished statement, if it's part of a trace. */
    onStatement({ sql, durationMs, isFailed }: Statement) {
      if (!trace.getActiveSpan()) return
      const { verb, table } = statementClass(sql)
      const endedAt = Date.now()
      const span = tracer.startSpan(table ? `${verb} ${table}` : verb, {
        kind: SpanKind.CLIENT,
        startTime: endedAt - durationMs,
        attributes: { 'db.operation.name': verb, ...(table && { 'db.collection.name': table }) },
      })
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endedAt)
    },
    /** Sends the remaining spans, for at most three seconds, and stops. */
    async stop() {
      recordSpansWith(undefined)
      const limit = Promise.withResolvers<void>()
      const timer = setTimeout(limit.resolve, flushLimitMs)
      await Promise.race([provider.shutdown().catch(() => undefined), limit.promise])
      clearTimeout(timer)
      context.disable()
    },
  }
}

/** The error's class, never its message: it may quote what someone typed. */
function markFailed(span: Span, error: unknown) {
  span.setAttribute('error.type', error instanceof Error ? error.constructor.name : typeof error)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** W3C Trace Context: version 00, 16-byte trace id, 8-byte span id, flags. */
const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

function contextOf(header: string | string[] | undefined): Context {
  const [, traceId, spanId, flags] = (typeof header === 'string' && traceparent.exec(header)) || []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/** The kind of statement and its table, never a value. */
export function statementClass(sql: string): { verb: string; table: string | undefined } {
  const verb = /^\s*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i.exec(sql)?.[1]
  return { verb, table }
}

/** Wraps each job in a span. */
export const tracedJobs = (handlers: JobHandlers): JobHandlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([kind, handler]): [string, JobHandler] => [
      kind,
      (services, payload, job) =>
        inSpan({ name: `job ${kind}`, kind: 'internal', attributes: { 'job.kind': kind, 'job.attempt': job.attempt } }, () =>
          handler(services, payload, job),
        ),
    ]),
  )

/** Wraps each email in a span that names only the mail server. */
export const tracedMail = (mail: Mail, host: string): Mail => ({
  ...mail,
  send: (message, signal) =>
    inSpan({ name: 'send email', kind: 'client', attributes: { 'server.address': host } }, () => mail.send(message, signal)),
})
