import { type Instant, later } from '#app/values/clock.ts'

/** The time of an act on a device, by its own clock. */
export interface DeviceTime {
  at: Instant
  /** The time of the report. */
  sentAt: Instant
  /** The lead of the server's clock over the device's at the last measurement before the act. Absent: none. */
  offsetMs?: number
}

/** The lead of our clock over the device's: measured when it sent the report, unless known before. */
export const clockOffsetMs = ({ sentAt, offsetMs }: DeviceTime, receivedAt: Instant): number =>
  offsetMs ?? Date.parse(receivedAt) - Date.parse(sentAt)

/** Returns the time of an act by our clock, however wrong the device's is: never after `receivedAt`, nor before `notBefore`. */
export function happenedAt(device: DeviceTime, { receivedAt, notBefore }: { receivedAt: Instant; notBefore: Instant }): Instant {
  const earliest = notBefore < receivedAt ? notBefore : receivedAt
  // The median.
  return [earliest, later(device.at, clockOffsetMs(device, receivedAt)), receivedAt].toSorted()[1] ?? receivedAt
}
