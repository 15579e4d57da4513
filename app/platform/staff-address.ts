import type { Config } from './config.ts'

/** Where staff read of bookings: STAFF_EMAIL; on a machine whose mail stays in the local mailbox, a stand-in. */
export const staffAddress = (config: Pick<Config, 'staffEmail' | 'smtpUrl'>): string | undefined =>
  config.staffEmail ?? (config.smtpUrl ? undefined : 'desk@localhost')
