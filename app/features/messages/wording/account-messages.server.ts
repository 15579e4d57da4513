import { z } from 'zod'
import { readAccountMail } from '#app/features/accounts/mail-account.server.ts'
import { prepareMails } from '#app/features/accounts/prepare-mails.server.ts'
import { prepareText } from '#app/features/accounts/prepare-text.server.ts'
import { accountSubject, accountWords, codeText } from './account-words.ts'
import { type Message, sendMail } from './message.server.ts'

export const accountMail: Message = {
  label: 'About an account',
  channel: 'mail',
  to: 'account',
  isPersonal: true,
  payload: z.string(),
  async send(services, payload, job) {
    let answer: string | undefined = 'Not sent: there’s no one to write to'
    for (const mail of await prepareMails(services, job, payload)) {
      const words = accountWords(mail, services.published.current().details)
      answer = await sendMail(services, { ...job, jobId: `${job.jobId}-${mail.kind}` }, { to: mail.to, write: () => ({ words }) })
    }
    return answer
  },
  subject: (services, payload) => accountSubject(readAccountMail(services, payload)),
}

export const accountText: Message = {
  label: 'Code for signing in',
  channel: 'text',
  to: 'phone',
  isPersonal: true,
  payload: z.unknown(),
  async send(services, payload, { jobId, signal }) {
    const prepared = await prepareText(services, payload)
    if (!prepared) return
    const { to, channel, code } = prepared
    const template = channel === 'whatsapp' ? { kind: 'code' as const, values: [code] } : undefined
    await services.texts.send({ id: jobId, to, channel, text: codeText(code), template }, signal)
  },
  subject: () => 'A six-digit code',
}
