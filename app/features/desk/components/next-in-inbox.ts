import { counted, nextText } from '#app/platform/next-text.ts'

interface Inbox {
  calls: number
  texts: number
  /** Those that wait for an answer. */
  threads: readonly { isDangerous: boolean }[]
  /** Steps that we owe customers, and reports to HSE. */
  dueCount: number
}

/** The next step with the inbox, in a sentence. */
export function nextInInbox({ calls, texts, threads, dueCount }: Inbox): string {
  const messages = texts + threads.length
  return nextText(
    [
      threads.some(({ isDangerous }) => isDangerous) && 'call the customer who may be in danger',
      calls > 0 && `call back ${counted(calls, 'missed call')}`,
      messages > 0 && `answer ${counted(messages, 'message')}`,
      dueCount > 0 && `deal with ${counted(dueCount, 'request')}`,
    ],
    'No one is waiting for you. New messages and missed calls will appear here.',
  )
}
