import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { openSqlite } from '#app/platform/database.ts'
import type { UserRole } from '#db/tables.ts'
import { freshDataDir, openInstance } from './instance.ts'

/** The built server on a fresh embedded database, with its sample accounts, and a look into the database from beside; for one test. */
export async function openStaffedSite(env: Record<string, string> = {}) {
  const dataDir = freshDataDir()
  const settings = { DATA_DIR: dataDir, RATE_LIMIT_SCALE: '1000', SAMPLE_DATA: 'on', ...env }
  const instance = await openInstance(settings)
  const { db } = openSqlite(dataDir)
  onTestFinished(() => db.destroy())
  /** The text that the server has printed, once it holds what is looked for. */
  async function printed(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(instance.stdout())
      if (found) return found[1] ?? found[0]
      await delay(20)
    }
  }
  return {
    url: instance.url,
    instance,
    settings,
    db,
    printed,
    firstOwnerLink: () => printed(/http\S+\/auth\/first-owner\?token=[\w-]+/),
    /** How to sign in as the sample of a role, as printed at start. */
    sampleOf: async (role: UserRole) => ({
      email: `${role}@example.com`,
      password: await printed(new RegExp(`${role}@example\\.com +([a-z0-9]{12})`)),
    }),
    /** The text of the newest mail to somebody, once it has come. */
    async mailTo(recipient: string, subject: RegExp): Promise<string> {
      for (;;) {
        const mails = await db.selectFrom('localMail').selectAll().where('recipient', '=', recipient).orderBy('at').orderBy('id').execute()
        const newest = mails.findLast((mail) => subject.test(mail.subject))
        if (newest) return (JSON.parse(newest.message) as { text: string }).text
        await delay(20)
      }
    },
    /** The link of the newest invitation to somebody. */
    async invitationTo(email: string): Promise<string> {
      return /http\S+\/auth\/invitation\?token=[\w-]+/.exec(await this.mailTo(email, /You are invited/))?.[0] ?? ''
    },
  }
}

export type StaffedSite = Awaited<ReturnType<typeof openStaffedSite>>
