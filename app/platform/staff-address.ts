import type { Config } from './config.ts'

/** Address for notifications to staff: STAFF_EMAIL, or a stand-in on a machine whose email stays in the local mailbox. */
export const staffAddress = (config: Pick<Config, 'staffEmail' | 'smtpUrl'>): string | undefined =>
  config.staffEmail ?? (config.smtpUrl ? undefined : 'desk@localhost')
