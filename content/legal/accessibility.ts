import { business } from '#content/business.ts'
import type { PublishedValues } from '#content/published.ts'
import type { LegalPageText, LegalSection } from './legal.ts'

const { gasEmergency, name } = business

/** Claims only what the tests show: test/browser/, and the HTML checker in server/places.http.test.ts. */
export default {
  slug: 'accessibility',
  title: 'Accessibility statement',
  metaTitle: `Accessibility | ${name}`,
  description: 'How we make this website usable for everyone, what we’ve tested and what we haven’t, and how to get help another way.',
  keywords: ['accessibility statement', 'WCAG 2.2 AA', 'Relay UK', 'accessible plumber booking'],
  lead: 'Everyone should be able to get help here. If something on this website makes things difficult for you, call us, day or night.',
  updated: '2026-11-23',
  sections,
} satisfies LegalPageText

/** With the business's details in force. */
function sections({ details }: PublishedValues): readonly LegalSection[] {
  const { email, emergencyPhone } = details
  return [
    {
      id: 'help',
      title: 'Other ways to get help now',
      blocks: [
        {
          points: [
            `**By phone:** ${emergencyPhone.text}. We can take your booking and read any page to you.`,
            `**If you can’t hear or speak on the phone:** use the Relay UK app, or from a textphone dial 18001, then ${emergencyPhone.text}.`,
            `**If it’s not urgent:** ${email ? `email ${email}` : `call ${emergencyPhone.text}`}. Ask for what you need in large print or plain text, or tell us what works for you. It’s free.`,
            `**If you smell gas,** don’t book. Call ${gasEmergency.text} and [follow these steps](/gas-emergency).`,
          ],
        },
      ],
    },
    {
      id: 'standard',
      title: 'Our aim',
      blocks: [
        'We aim to meet the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. The site hasn’t been checked independently yet, so we don’t claim that it meets them in full.',
        'The Equality Act 2010 requires us to make reasonable adjustments for disabled people. The accessibility regulations for public bodies don’t apply to us.',
      ],
    },
    {
      id: 'what-works',
      title: 'What works, as far as our tests show',
      blocks: [
        {
          points: [
            'You can book using only a keyboard. Focus moves to the next step, a list of errors or the confirmation.',
            'You can book without JavaScript.',
            'If there’s a problem with an answer, it’s shown at the top of the form and beside the field, in the same words.',
            'The menu and the booking window keep the keyboard focus. Escape closes them and returns the focus.',
            'A skip link takes you past the header of area pages. On the home page, nothing completely covers the item in focus.',
            'On screens 320 pixels wide, the main pages and every step of booking never scroll sideways. The same goes for the booking form at 200% zoom.',
            'On a phone, buttons, fields and links outside running text are at least 44 pixels high.',
            'Moving slides can be paused, and they stop if your device is set to reduce motion.',
            'An automated checker finds no problems with text contrast.',
          ],
        },
      ],
    },
    {
      id: 'how-we-test',
      title: 'How we test',
      blocks: [
        'Automated tests open every kind of public page, and every step of booking, in the Chromium browser. The axe checker covers the WCAG 2.2 A and AA rules that can be tested automatically. The W3C’s HTML checker tests the home page and the other pages search engines can find. In Firefox and WebKit, the engine inside Safari, we also test booking, tracking a visit and signing in. Last run: 23 November 2026.',
      ],
    },
    {
      id: 'not-tested',
      title: 'What we haven’t tested',
      blocks: [
        {
          points: [
            'Safari itself, on an iPhone, iPad or Mac.',
            'Screen readers, voice control and switch devices. We haven’t yet tested with disabled users.',
            '200% zoom on pages other than the booking form.',
            'High-contrast modes and custom text spacing.',
            'Our emails.',
          ],
        },
        'Automated tests find only some problems. If you find one, please tell us.',
      ],
    },
    {
      id: 'report',
      title: 'Tell us about a problem',
      blocks: [
        `${email ? `Email ${email} or call` : 'Call'} ${emergencyPhone.text}. Tell us which page it’s on, what you were trying to do, and what device or aid you use.`,
        'If you aren’t happy with our answer, the Equality Advisory and Support Service (EASS) gives free advice in England, Scotland and Wales: 0808 800 0082, equalityadvisoryservice.com.',
      ],
    },
  ]
}
