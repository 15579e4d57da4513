import { tooManyText } from '#app/platform/errors.ts'
import { plainText } from '#app/platform/sanitise.ts'
import type { Notice } from '#app/ui/notice-in-page.tsx'
import { passwordLength } from './password-length.ts'

/* Texts of the sign-in form, for input and for the service's responses. The same with and without JavaScript. */

export const authTabs = ['sign-in', 'sign-up'] as const
export type AuthTab = (typeof authTabs)[number]

interface AuthFields {
  fullName: string
  email: string
  password: string
}

/** Returns the notice about invalid input, before any request is sent. */
export function fieldsNotice(tab: AuthTab, { fullName, email, password }: AuthFields): Notice | undefined {
  const error = (text: string): Notice => ({ title: 'Error', text, tone: 'alarm' })
  if (!plainText(email) || !password || (tab === 'sign-up' && !plainText(fullName))) return error('Please fill in all fields')
  if ([...password].length < passwordLength.least) return error(`Password must be at least ${passwordLength.least} characters long`)
  return undefined
}

const failures: Record<AuthTab, { title: string; texts: readonly (readonly [string, string])[]; otherwise: string }> = {
  'sign-in': {
    title: 'Sign In Failed',
    texts: [
      ['Invalid login credentials', 'Invalid email or password. Please check your credentials.'],
      ['Email not confirmed', 'Please check your email and click the confirmation link.'],
      ['Too many requests', tooManyText],
    ],
    otherwise: 'Sign in failed. Please try again.',
  },
  'sign-up': {
    title: 'Sign Up Failed',
    texts: [
      ['User already registered', 'An account with this email already exists. Please sign in instead.'],
      ['Password should be', 'Password is too weak. Please choose a stronger password.'],
      ['Invalid email', 'Please enter a valid email address.'],
    ],
    otherwise: 'Sign up failed. Please try again.',
  },
}

/** The words for a refusal, by its message. */
export function failureNotice(tab: AuthTab, message: string): Notice {
  const { title, texts, otherwise } = failures[tab]
  return { title, text: texts.find(([part]) => message.includes(part))?.[1] ?? otherwise, tone: 'alarm' }
}

/** Shown before anything is done: the session would be lost with its cookie. */
export const cookiesBlockedNotice: Notice = {
  title: 'Cookies are blocked',
  text: 'Your browser is blocking cookies, so we can’t keep you signed in. Allow cookies for this website, then try again. You don’t need an account to book or to call us.',
  tone: 'alarm',
}

export const createdNotice: Notice = {
  title: 'Account Created!',
  text: 'Please check your email for a confirmation link.',
  tone: 'plain',
}
