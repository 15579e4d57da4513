/**
 * Retention periods of data: read by the jobs that delete it and by the privacy and cookies pages. Sign-in links and invitations have their
 * own lifetimes; those of data on devices are in `device-storage.ts`.
 */
export const retention = {
  draftHours: 24,
  finishedJobDays: 30,
  localMailDays: 7,
  /** A booking without a bill, a payment or anything else that is kept longer, from its end; owners can set another. */
  bookingDays: 90,
  bookingDaysLimits: [30, 730],
  /**
   * Gas records, complaints and requests by our guarantees or the law: claims about a contract can be made for six years (Limitation Act
   * 1980, section 5).
   */
  claimYears: 6,
  /** Messages that could not be sent. */
  deadJobDays: 365,
  /** The result of a text, until its month has been added up. */
  sentTextDays: 32,
  /** Keys of engineers' reported acts, so that a late repetition is recognised. */
  engineerActDays: 365,
  /** Hours worked must be on record for two years (Working Time Regulations 1998, regulation 9). */
  rotaDays: 730,
  /** Nights of this erasure, and the backups that were made. */
  nightDays: 730,
  /** Tries to reach our own people about a job. */
  reachAttemptDays: 365,
  /** Texts and missed calls from numbers without a booking that no one has marked as done. */
  enquiryDays: 90,
  /** A device that can't be reached with alerts: also removed when the push service says that it is gone. */
  failedAlertDays: 30,
  unconfirmedAccountDays: 30,
  bookYears: 6,
  /** The same from the day of a bill: its financial year ends at most a year later. */
  billYears: 7,
  deletedPostDays: 30,
  /** Twelve monthly backups, and the month that has begun. */
  backupMonths: 13,
  /** Page views and buttons pressed. */
  countMonths: 25,
  /** Errors and speed by the day; speed by the hour is kept for less. */
  faultDays: 90,
  speedHourDays: 14,
  /** Checks of the uptime page and trial bookings; a summary of each day stays longer. */
  uptimeCheckDays: 90,
  uptimeDayDays: 730,
} as const satisfies Record<string, number | readonly [number, number]>
