import type { Notice } from '#app/ui/notice-in-page.tsx'

/*
 * What a page says first to someone who comes from where something was done: the address carries its name, the words stand here.
 */

const notices = {
  'password-saved': {
    title: 'Password saved',
    text: 'Use it the next time you sign in. All your other devices are signed out.',
    tone: 'plain',
  },
  'email-changed': {
    title: 'Email address changed',
    text: 'From now on you sign in with the new one.',
    tone: 'plain',
  },
} as const satisfies Record<string, Notice>

/** The address of a page that says this first. */
export const saying = (path: string, what: keyof typeof notices): string => `${path}?said=${what}`

/** What the page of this address says first; nothing where the address names nothing that we say. */
export function saidIn(address: string): Notice | undefined {
  const said = new URL(address).searchParams.get('said') ?? ''
  return Object.hasOwn(notices, said) ? notices[said as keyof typeof notices] : undefined
}
