import { minutes } from '#app/platform/clock.ts'
import { technicianCallMinutes } from '#content/stated.ts'

/** Nobody accepted it for so long, by when we have promised a call: staff and owner are alarmed. */
export const escalateAfterMs = minutes(technicianCallMinutes)
