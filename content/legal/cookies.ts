import { business } from '#content/business.ts'
import {
  type AnalyticsItem,
  analyticsCookieDays,
  type CacheName,
  type CountsItem,
  choiceMonths,
  countedPurchases,
  customerIdleDays,
  customerSessionDays,
  type DatabaseName,
  engineerCopyHours,
  type HostCookie,
  type LocalItem,
  mostKept,
  type NumberedCookie,
  outboxDays,
  type PathCookie,
  passkeyMinutes,
  phoneDraftHours,
  providerFlowMinutes,
  registeredDays,
  rememberedDays,
  secureMinutes,
  staffSessionHours,
  type TabItem,
  wallScreenDays,
} from '#content/device-storage.ts'
import { redlineHoldMinutes } from '#content/fees.ts'
import type { PublishedValues } from '#content/published.ts'
import { retention } from '#content/retention.ts'
import type { LegalPageText, LegalSection } from './legal.ts'

/** Names and figures are those in the code (content/device-storage.ts): a table that lacks a name does not compile. */
export default {
  slug: 'cookies',
  title: 'Cookies and storage on your device',
  metaTitle: `Cookies | ${business.name}`,
  description: 'Every cookie and every item this website stores on your device, what each is for, how long it stays, and how to remove it.',
  keywords: ['cookies', 'cookie policy', 'local storage', 'analytics consent'],
  lead: 'We store what the booking form needs, how many Red Line slots are left, and copies of pages for when you’re offline. We count which pages are read, storing nothing, and you can opt out. If this website uses Google Analytics, it starts only when you accept it. There’s no advertising.',
  updated: '2026-11-23',
  sections,
} satisfies LegalPageText

/** With the business's details in force. */
function sections({ details }: PublishedValues): readonly LegalSection[] {
  return [
    {
      id: 'cookies',
      title: 'Cookies',
      blocks: [
        {
          caption: 'Cookies this website sets',
          head: ['Name', 'What it’s for', 'How long'],
          rows: rowsOf(siteCookies()),
        },
        'They’re sent only to this website, over encrypted connections. Scripts can’t read them, and another website can’t use them to send a booking or act as you.',
      ],
    },
    {
      id: 'storage',
      title: 'Other storage',
      blocks: [
        {
          caption: 'What this website keeps in your browser',
          head: ['Name and place', 'What it’s for', 'How long'],
          rows: rowsOf(keptInBrowser()),
        },
        `We keep trying to send a waiting booking for up to ${outboxDays} days. After that, or if our server refuses it, it stays until you close the message about it or choose “Delete this booking”.`,
        'The form’s step number and your price calculator answers are kept in the tab’s history. Your browser also keeps copies of our pages, pictures and font, as with any website. A script in your browser (a service worker) shows you these copies when you’re offline, and sends any booking that’s waiting.',
        'If other people use this device, wait for your reference and then close the tab.',
      ],
    },
    {
      id: 'counts',
      title: 'What we count ourselves',
      blocks: [
        'We count how often each page is read and each button is pressed. We do it without cookies, without giving you an ID number, and without storing anything on your device.',
        {
          countsChoice: 'Your choice is shown here. Without JavaScript there’s nothing to choose: your visits aren’t counted.',
        },
        {
          caption: 'What we store if you refuse',
          head: ['Name and place', 'What it’s for', 'How long'],
          rows: rowsOf(keptByCounts()),
        },
        {
          points: [
            '**What is counted:** which page you read, how far and for how long, which buttons and phone links you use, and the booking form’s steps. Also whether you came from a search, a social network, a campaign or another website.',
            '**What is kept:** daily totals, such as “the prices page was read 40 times”. Your IP address, your browser’s name and what you type aren’t kept. Nothing links one page you read to the next.',
            `**How long:** the totals are kept for ${retention.countMonths} months.`,
            '**Your browser’s own signal:** Global Privacy Control or Do Not Track counts as a refusal. So does a browser that stores nothing, because it couldn’t remember your choice.',
            '**Private pages:** for your booking’s own page, your account and pages that don’t exist, we only count that such a page was opened. Their addresses, which may be private, are never sent or kept.',
          ],
        },
      ],
    },
    {
      id: 'analytics',
      title: 'Google Analytics, only if you accept',
      blocks: [
        'Google Analytics counts which pages are read and which buttons are pressed. Where this website uses it, a notice asks you first. Until you accept, nothing is loaded from Google, sent to it or stored for it.',
        {
          analyticsChoice:
            'Where this website uses analytics, your choice is shown here, and you can change it. Without JavaScript there’s nothing to choose, because analytics is never loaded.',
        },
        {
          caption: 'What we store when you choose',
          head: ['Name and place', 'What it’s for', 'How long'],
          rows: rowsOf(keptByAnalytics()),
        },
        {
          points: [
            '**What is sent:** the page’s address up to any question mark, and how far and for how long you read. Also the links you use, the booking form’s steps and, after a payment, its amount, type and postcode district.',
            '**What isn’t sent:** anything you type into the form, your name, number, email or address. Your private booking pages load no analytics at all.',
            '**Who receives it:** Google, which also sees your IP address and browser. We switch off its advertising features.',
            '**How to refuse:** choose Refuse in the notice or here, at any time. Analytics then stops straight away in every tab, and its cookies are deleted.',
            '**Your browser’s own signal:** Global Privacy Control or Do Not Track counts as a refusal, and we don’t ask you.',
          ],
        },
      ],
    },
    {
      id: 'why-no-consent',
      title: 'Where we don’t need consent',
      blocks: [
        'The Privacy and Electronic Communications Regulations 2003 (regulation 6 and Schedule A1) allow what is strictly necessary for a service you ask for. Apart from Google Analytics, what we store protects the booking form or keeps what you’ve typed. The copies let you read our advice and find our number without a connection. We keep your choice about analytics so that we can respect it. So we tell you about these, but we don’t need to ask.',
        'If we add anything else, we’ll say so here first. Where the law asks for your consent, we’ll ask before anything is stored.',
        'The chat link opens WhatsApp, which has its own cookie policy.',
      ],
    },
    {
      id: 'remove',
      title: 'How to remove or block cookies and storage',
      blocks: [
        'Delete this website’s data in your browser’s settings, often under “cookies and site data”. That also deletes any booking still waiting to be sent, so call us about it instead.',
        `You can book with cookies blocked. If your browser stores nothing at all, leave the page open until you see your reference, or call ${details.emergencyPhone.text}.`,
        'Our [privacy notice](/privacy) explains how we use your personal data.',
      ],
    },
  ]
}

/** Purpose and storage period, by place and name. */
type Rows<Names extends string> = Readonly<Record<Names, readonly [use: string, period: string]>>

const rowsOf = (rows: Rows<string>) => Object.entries(rows).map(([name, row]) => [name, ...row])

type SiteCookie = `__Host-${HostCookie}` | `__Secure-${PathCookie}` | `__Host-${NumberedCookie} and a number`
type KeptByCounts = `${CountsItem}, local storage`
type KeptByAnalytics = `${AnalyticsItem}, local storage` | '_ga and _ga_ plus our ID, cookies'
/** Caches of a version are two, and one entry. */
type CacheEntry = Exclude<CacheName, `${string}-${string}`> | 'pages- and pictures- with our version'
type KeptInBrowser =
  | `${TabItem}, the tab’s session storage`
  | `${Exclude<LocalItem, CountsItem | AnalyticsItem>}, local storage`
  | `${DatabaseName}, IndexedDB`
  | `${CacheEntry}, cache storage`

const siteCookies = (): Rows<SiteCookie> => ({
  '__Host-csrf': [
    'A random code. It shows that a booking comes from your own browser. Set when you first type or choose something in the form, or open the sign-in page.',
    'Until you close the browser',
  ],
  '__Host-draft': [
    'A random code. Our server uses it to find your answers if you send the form without JavaScript. Also set when a link to the form includes an answer, such as the type of problem.',
    `${retention.draftHours} hours from when it was last set`,
  ],
  '__Host-sid': [
    'A random code, set when you sign in. It tells us on each page that it’s you. It stops working when your session ends or you sign out.',
    `Customers: ${customerSessionDays} days at most, or ${customerIdleDays} days without a visit. Engineers: ${customerSessionDays} days. Staff: ${staffSessionHours} hours at most`,
  ],
  '__Host-registered': [
    'Codes made from the email address and password you last used to sign up or sign in on this browser. They let the sign-up form tell you that you already have an account. They stop the link in our email confirming a password you didn’t set. And they let you sign in even while someone else is trying thousands of passwords.',
    `${registeredDays} days`,
  ],
  '__Host-passkey': [
    'A random code, set when you open the sign-in page in a browser that has passkeys. It shows that it’s really you answering with the passkey.',
    `${passkeyMinutes} minutes`,
  ],
  '__Secure-wall': [
    'A random code, set only on a screen in our office that shows our board. It opens that one page and nothing else.',
    `${wallScreenDays} days from when it was last used`,
  ],
  '__Host-provider-flow and a number': [
    'A random code, set when you choose to sign in with Google or GitHub, or to link them to your account. It tells us it’s really you when you come back.',
    `Until you return, or ${providerFlowMinutes} minutes at most`,
  ],
})

const keptInBrowser = (): Rows<KeptInBrowser> => ({
  'booking-draft, the tab’s session storage': [
    'Your answers and a random code, so that you don’t lose anything if you reload the page. Nothing is stored before your first answer.',
    `Used for ${retention.draftHours} hours. Deleted when you submit the form or close the tab`,
  ],
  'booking-details, local storage': [
    'Your name, phone number, email and address, and whether you booked for a business, only if you ticked “Remember my details on this device”. The form offers them next time. Untick the box to delete them.',
    `${rememberedDays} days from your last booking`,
  ],
  'booking-outbox, IndexedDB': [
    'The booking you’re sending and a random code, so that it isn’t lost if your connection drops. Also its reference and link, if it’s sent while our pages are closed.',
    'Until our server has replied and a page has shown you the result. See below',
  ],
  'booking-outbox, local storage': [
    'A marker showing that a booking is waiting to be sent. Every page checks for it.',
    'As long as one is waiting',
  ],
  'photos-to-send, IndexedDB': [
    'Photos you’ve chosen for a job that are still being sent, made smaller and without their location, so that they aren’t lost if your connection drops.',
    'Until our server has them or you cancel. If you leave, the next page you open on this website sends them',
  ],
  'photos-to-send, local storage': ['A marker showing that photos are waiting to be sent.', 'As long as some are waiting'],
  'secure-session:redline-booking, the tab’s session storage': [
    'Your Red Line booking while it waits for payment, encrypted, so that you can reload the page without typing it again.',
    `Until it’s paid or you close the tab, ${Math.min(redlineHoldMinutes, secureMinutes)} minutes at most`,
  ],
  'secure-session:self-test, the tab’s session storage': [
    'Only when you choose “Test Encryption” on the security dashboard: a test sentence, encrypted, to make sure it works.',
    'Only during the test',
  ],
  'secure-session, IndexedDB': [
    'The key that encrypts the two items above. Scripts can use the key, but they can’t read it or send it anywhere.',
    `${secureMinutes} minutes. Deleted together with what it encrypts, or the next time the form is used after that`,
  ],
  'redline-slots, local storage': [
    'How many Red Line slots were left today, 0 to 5: the same for everyone. Every tab shows the same number, or the last known one if you’re offline.',
    'Until you delete it. Expires after a day',
  ],
  'redline-reset, local storage': ['The day the slot count applies to.', 'Until you delete it'],
  'offline_blog_posts, local storage': [
    'Only when our staff write for the blog: a post that couldn’t be sent because there was no connection. It contains only the text of the post, and nothing about visitors.',
    'Until our server has it, or the person who wrote it chooses “Discard it”',
  ],
  'core, cache storage': [
    'Copies for when you’re offline: the home page, booking form, gas advice and stopcock guide, with their pictures, font and scripts. The same for everyone.',
    'Until a newer version replaces them',
  ],
  'pages- and pictures- with our version, cache storage': [
    'Copies of other public pages you open, with their pictures, for the same purpose. Never your private pages, such as your account or bookings.',
    `${mostKept.pageDays} days from your last visit to a page, at most ${mostKept.pages} pages; ${mostKept.pictureDays} days for pictures, at most ${mostKept.pictures}`,
  ],
  'engineer, cache storage': [
    'For our engineers: copies of today’s and tomorrow’s job pages, their photos and the files they need, for when there’s no signal.',
    `${engineerCopyHours} hours at most. Deleted when they sign out, or when someone else signs in`,
  ],
  'workbox-expiration, IndexedDB': [
    'When each of those copies was last used, so that old ones are deleted.',
    'As long as the copies are kept',
  ],
  'board-sound, local storage': ['For our staff: whether the board’s sounds are on or off.', 'Until you delete it'],
  'board-keys, local storage': ['For our staff: whether the board’s keyboard shortcuts are on or off.', 'Until you delete it'],
  'phone-booking, local storage': [
    'For our staff: a booking they’re taking by phone, encrypted. Only the member of staff who typed it can open it, and only while signed in.',
    `Until it’s booked or they sign out, ${phoneDraftHours} hours at most`,
  ],
  'engineer-acts, IndexedDB': [
    'For our engineers: what they did on a job and when, until our server has it, and a little longer so that pages can show it.',
    `Until it’s sent; then ${engineerCopyHours} hours at most, or until they sign out`,
  ],
  'engineer-acts, local storage': [
    'For our engineers: a marker showing that something on their phone is waiting to be sent.',
    'As long as something is waiting',
  ],
  'engineer-clock, local storage': ['For our engineers: the difference between the phone’s clock and ours.', 'Until you delete it'],
  'engineer-look, local storage': ['For our engineers: whether their pages are in light or dark mode.', 'Until you delete it'],
  'alerts-put-away, local storage': ['For our engineers: that alerts stay off on this phone.', 'Until you delete it'],
})

const keptByCounts = (): Rows<KeptByCounts> => ({
  'counts-refused, local storage': [
    'A marker showing that you chose “Don’t count my visits”, so that no page sends us a count.',
    'Until you choose “Count my visits”, or delete it',
  ],
})

const keptByAnalytics = (): Rows<KeptByAnalytics> => ({
  'analytics-consent, local storage': [
    'Whether you accepted or refused, and when, so that we don’t keep asking.',
    `${choiceMonths} months, then we ask again`,
  ],
  '_ga and _ga_ plus our ID, cookies': [
    'Set by Google’s script for this website: random numbers that tell your visits apart from other people’s. Only after you accept.',
    `${analyticsCookieDays} days, or until you refuse`,
  ],
  'analytics-purchases, local storage': [
    'Codes of payments already counted, so that none is counted twice. Only after you accept.',
    `Until you refuse. At most ${countedPurchases} codes`,
  ],
})
