import type { JobHandler } from '#app/platform/jobs.ts'
import { type MessageKind, messages } from './wording/messages.server.ts'

/** Handlers of the jobs of each kind of message. */
export const messageHandlers = Object.fromEntries(
  Object.entries(messages).map(([kind, { send }]): [string, JobHandler] => [
    kind,
    (services, payload, context) => send(services, payload, { ...context, kind }),
  ]),
) as Record<MessageKind, JobHandler>
