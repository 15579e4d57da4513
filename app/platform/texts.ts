import { toInstant } from '#app/values/clock.ts'
import type { Services } from './services.ts'

/** A text message to a phone. */
interface TextMessage {
  /** Constant over retries. */
  id: string
  /** E.164. */
  to: string
  channel: 'sms' | 'whatsapp'
  text: string
}

/** Sends a text message or throws; the job that called tries again. */
export interface Texts {
  send(message: TextMessage, signal?: AbortSignal): Promise<void>
}

/** Returns true if text messages reach anyone: without a provider, only if the local mailbox can be read. */
export const textsArrive = ({ config }: Pick<Services, 'config'>): boolean => config.devTools

/** No provider is connected: messages are kept in the local mailbox, to be read at /dev/mailbox. */
export const localTexts = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Texts => ({
  async send({ id, to, channel, text }) {
    const message = JSON.stringify({ text, html: '' })
    await db
      .insertInto('localMail')
      .values({ id, at: toInstant(clock.now()), recipient: to, subject: channel === 'sms' ? 'Text message' : 'WhatsApp message', message })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  },
})
