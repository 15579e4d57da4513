import { namedIn } from '#app/platform/named-in-address.ts'
import type { Notice } from '#app/ui/notice-in-page.tsx'

/* The first words of a page after something was done elsewhere: the address carries the name, the words are here. */

const notices = {
  'password-saved': {
    title: 'Password saved',
    text: 'Use it the next time you sign in. All your other devices are signed out.',
    tone: 'plain',
  },
  'signed-in': {
    title: 'You’re signed in',
    text: 'Welcome. You can change or cancel anything you book here.',
    tone: 'plain',
  },
  'email-changed': {
    title: 'Email address changed',
    text: 'From now on, sign in with the new one.',
    tone: 'plain',
  },
} as const satisfies Record<string, Notice>

/** The address of a page with this notice. */
export const saying = (path: string, what: keyof typeof notices): string => `${path}?said=${what}`

/** The notice for an address; undefined if it names none. */
export const saidIn = (address: string): Notice | undefined => namedIn<Notice>(address, notices, 'said')
