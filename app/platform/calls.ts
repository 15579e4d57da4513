import type { Config } from './config.ts'
import { callNumberOf, cancelCall, placeCall } from './twilio.ts'

/** Telephone calls. During a call, the provider asks at `callPath` what to say and what pressed keys do. */
export interface Calls {
  /**
   * Places a call and returns the provider's id. Throws `PermanentFailure` if the number takes none, `NotAccepted` or `RetryLater` if it
   * was certainly not placed; after any other error it may have been.
   */
  place(call: { id: string; to: string }, signal?: AbortSignal): Promise<string>
  /** Stops a call that still rings, by the provider's id; one that was answered continues. */
  cancel(callId: string, signal?: AbortSignal): Promise<void>
}

/** Returns true if a call reaches someone: without a provider, only where the local calls can be seen. */
export const callsArrive = ({ config }: { config: Pick<Config, 'devTools' | 'twilio'> }): boolean =>
  config.devTools || callNumberOf(config.twilio) !== undefined

/** The provider asks here what to say, and reports how a call ended. */
export const callPath = '/functions/v1/calls'
const callStatePath = '/functions/v1/call-states'
/** The provider reports incoming calls here, and asks what to do with them. */
export const incomingCallPath = '/functions/v1/incoming-calls'

/** Calls by Twilio if it is configured; else they are only recorded, and shown at /dev/calls. */
export function createCalls({ twilio, siteUrl }: Config): Calls {
  return {
    place: async (call, signal) =>
      twilio
        ? placeCall(
            twilio,
            { to: call.to, url: `${siteUrl}${callPath}?id=${call.id}`, stateUrl: `${siteUrl}${callStatePath}?id=${call.id}` },
            signal,
          )
        : `local-${call.id}`,
    cancel: async (callId, signal) => {
      if (twilio) await cancelCall(twilio, callId, signal)
    },
  }
}
