import { business } from '#content/business.ts'
import type { PublishedValues } from '#content/published.ts'
import { retention } from '#content/retention.ts'
import { identityPoints, type LegalPageText, type LegalSection } from './legal.ts'

const { name } = business

/** Matches the code at its date: stored data is in db/tables.ts, its periods are in features/running/privacy/kept-for.ts and *
   features/booking/booking-tables.server.ts. */
export default {
  slug: 'privacy',
  title: 'Privacy notice',
  metaTitle: `Privacy notice | ${name}`,
  description: 'What we ask for when you book a plumber, why, who sees it, how long we keep it, and how to see, correct or delete it.',
  keywords: ['privacy notice', 'personal data', 'data protection rights', 'emergency plumber London'],
  lead: 'We only ask for what we need to contact you and do the job. You don’t need an account to book. This website has no adverts and never asks for card details. It counts how often pages are read without knowing who reads them, and you can opt out.',
  updated: '2026-11-28',
  sections,
} satisfies LegalPageText

/** With the business's details in force. */
function sections({ details, desk }: PublishedValues): readonly LegalSection[] {
  const { company, email, emergencyPhone } = details
  return [
    {
      id: 'who-we-are',
      title: 'Who we are',
      blocks: [
        `${name} is the controller of your personal data. We decide how it’s used and we’re responsible for it.`,
        ...identityPoints(details),
        {
          points: [
            ...(company.icoNumber ? [`ICO registration: ${company.icoNumber}`] : []),
            `Questions about your data: ${email ? `email ${email} or call` : 'call'} ${emergencyPhone.text}.`,
          ],
        },
        'This notice covers this website and bookings made on it. If you call, email or chat instead, we use what you tell us for the same purposes.',
      ],
    },
    {
      id: 'what-we-collect',
      title: 'What we collect',
      blocks: [
        '**What the form needs:** your name, phone number, email, the type of emergency and how soon you need us. We can’t take an online booking without these, but you can call instead.',
        '**What you can add:** what’s wrong, your postcode, borough and address, a date and slot, how to get in, who’ll let us in, whether anyone there is vulnerable, whether it’s for a business, and that you’d like us to start within 14 days.',
        '**What the website adds:** a reference, the price and how it’s worked out, the arrival window, the status and its history, and when you sent it. Also messages between us, any changes of time, which engineers had the job, and what our staff did and noted. It flags bookings to staff as outside our area, late or possible spam. A code made from what you sent lets us store a repeated booking only once.',
        '**What’s agreed and found on the visit:** any extra work you agree to or decline, with your name and signature. Also the gas appliances our engineer examined, and any warning notice.',
        '**Photos:** any you send us of the problem, and those our engineer takes: before and after the work, of the door if no one lets us in, and of receipts. We keep only the picture: the location and camera details are removed on your phone, and again on our server.',
        '**If you review a visit:** your stars and words, and whether we may show the words with your first name and area. We ask everyone we’ve visited for a review, twice at most, because customers need to see what others really thought. What you change or withdraw is kept for the record with your booking. [How we collect reviews](/reviews).',
        '**If you create an account:** your email, your name and your password, stored only as a code that can’t be reversed. Also when you signed in and with which browser, and your two-step verification if you set it up, with a phone number if you use one. If you sign in through Google or GitHub: your email, your name and their ID number for you. A log records who changed what in an account, using ID numbers instead of names or addresses.',
        '**If you pay for Red Line:** that you paid, when, how much, any refund, and the payment company’s reference numbers. No card details.',
        '**If we invite you to work with us:** the name and email the owner gives us, and whether you’re staff or an owner. An invitation that isn’t accepted is deleted after 7 days.',
        '**From your connection:** your IP address. We turn it into a code (a hash) straight away and store only that. To count how many people are on the site, we combine it with your browser’s name, using a different code every day.',
        '**If you read our pages:** daily totals of pages read and buttons pressed, which don’t identify you. [What we count, and how to opt out](/cookies#counts).',
        '**If you accept Google Analytics:** which pages you read and which buttons you use. [What it records, and how to refuse](/cookies#analytics).',
        '**How the website runs:** how fast a page loaded, what failed, and what kind of screen and browser you have. We only count totals, with no IP address and no number that identifies you. We record errors without anything that looks like personal data. If your browser sends Global Privacy Control or Do Not Track, we don’t measure speed.',
      ],
    },
    {
      id: 'other-people',
      title: 'If someone else gave us your name',
      blocks: [
        'The person who booked may have told us that you’ll let us in. We use your name and number only for that visit, and the rights below are yours too.',
        'If you give us someone’s name, please tell them, and show them this page.',
      ],
    },
    {
      id: 'vulnerable',
      title: 'Health and other sensitive details',
      blocks: [
        'An optional box tells us that someone at the property is elderly, disabled, unwell or very young. It doesn’t ask who they are or what’s wrong. Staff see it before the visit.',
        'A tick may reveal something about health, which the law gives extra protection.',
        'You can ask us at any time to remove it. Please leave health details out of the other fields.',
      ],
    },
    {
      id: 'why',
      title: 'Why we use your data, and our legal basis',
      blocks: [
        {
          caption: 'Purposes, data, lawful basis and time',
          head: ['Why', 'What', 'Lawful basis', 'How long'],
          rows: [
            ['Arrange, price and make the visit', 'The booking', 'Contract with you', 'See below'],
            ['Confirm and update you by text or email, show your private page', 'The booking', 'Contract with you', 'See below'],
            [
              'Get into the property',
              'Name and number of the person letting us in',
              'Legitimate interests: reaching that person',
              'As long as we keep the booking',
            ],
            ['Know if someone is vulnerable', 'The optional box', 'See above', 'As long as we keep the booking'],
            [
              'Keep your account and protect it',
              'Your account',
              'Contract with you; legitimate interests: security',
              'As long as you have the account',
            ],
            [
              'Take and refund the Red Line fee',
              'Amount, dates, Stripe’s reference numbers',
              'Contract with you; legal obligation: business records',
              'As long as we keep the booking',
            ],
            ['Find your borough', 'Full postcode', 'Contract with you', 'As long as we keep the booking'],
            ['Save a form sent without JavaScript', 'Your answers so far', 'Contract with you', `${retention.draftHours} hours`],
            ['Limit repeated submissions', 'Hashed IP address', 'Legitimate interests: protection from abuse', 'About 2 minutes'],
            [
              'Limit how many texts made-up bookings can cause',
              'Hashed IP address and phone number',
              'Legitimate interests: protection from abuse',
              '1 day',
            ],
            ['Limit password guessing', 'Hashed IP address and email', 'Legitimate interests: protection from abuse', 'About 1 hour'],
            [
              'Show how many people are on the site',
              'Hashed IP address and browser',
              'Legitimate interests: accurate figures',
              'About 6 minutes',
            ],
            [
              'Show recent jobs',
              'Type, borough and rough time of bookings, but not who booked',
              'Legitimate interests: accurate figures',
              '3 days',
            ],
            ['Detect bots', 'A hidden field', 'Legitimate interests: protection from abuse', 'As long as we keep the booking'],
            [
              'See how the website is used',
              'How often pages are read and buttons pressed, but not who did it',
              'Legitimate interests: a website that works for its visitors. You can opt out at any time',
              `${retention.countMonths} months, as totals`,
            ],
            [
              'See more of how the website is used',
              'What Google Analytics counts',
              'Your consent',
              '14 months at most, in Google Analytics',
            ],
            [
              'Find faults and slow pages',
              'How the website runs',
              'Legitimate interests: a site that works',
              `${retention.faultDays} days at most`,
            ],
            ['Find faults', 'Server log', 'Legitimate interests: a site that works', 'Until faults are found'],
            ['Keep accounts and deal with claims', 'The booking', 'Legal obligation; legitimate interests: our legal rights', 'See below'],
          ],
        },
        '“Contract” includes steps you ask us to take before there is one. If you book for a company, our basis is our legitimate interest in serving it.',
      ],
    },
    {
      id: 'how-long',
      title: 'How long we keep bookings',
      blocks: [
        `Your details are removed from a booking when you delete your account, ${desk.bookingDays} days after a booking ends without anything to pay, or ${retention.billYears} years after its bill or payment. We keep bookings with a gas record, a complaint, a request because you were not satisfied, or a cancellation by law for ${retention.claimYears} years, and those with a review for ${retention.billYears}. Tax law requires companies to keep business records for at least ${retention.bookYears} years after the end of the financial year. Claims about a contract can usually be made for 6 years.`,
        'A booking ends with its last change or message; one that we never confirmed, with its arrival window. You can ask us to delete your details sooner, with or without an account. We do it straight away, or once an open booking, complaint or disputed payment is over. What we keep then: the name and address on a bill, what was examined and measured in gas work, and figures that no longer identify you.',
        'The website deletes these automatically:',
        {
          points: [
            `a form filled in without JavaScript: ${retention.draftHours} hours after the last step, or when you book`,
            `records of messages sent about a booking: after ${retention.finishedJobDays} days, or ${retention.deadJobDays} if they failed`,
            `bills, payments and your details in those bookings: ${retention.billYears} years after the bill`,
            `emails stored on our server until an email company is set up: after ${retention.localMailDays} days`,
            'your hashed IP address: about 2 minutes after your last attempt, or 1 hour if you tried to sign in or booked. Your hashed phone number: 1 day',
            `texts you send us from a number without a booking, and your number and the time when you call us: ${retention.enquiryDays} days, or ${retention.finishedJobDays} days after we’ve dealt with them`,
            `counts of texts to a number, under a code for it, and numbers that our texts don’t reach: ${retention.finishedJobDays} days. If you text STOP, we keep your number for as long as that holds, so that we don’t text it again`,
            `a list of which of our own people we tried to reach about your booking: ${retention.reachAttemptDays} days`,
            `an account whose email was never confirmed: after ${retention.unconfirmedAccountDays} days`,
            `encrypted backups, which still contain data deleted since: after ${retention.backupMonths} months. If we restore one, we delete again everything that was deleted`,
            `totals of pages read and buttons pressed: after ${retention.countMonths} months`,
            'the code that counts you as a visitor: about 6 minutes after you were last here.',
          ],
        },
        'We keep your account until you delete it on [your account’s page](/account/data) or ask us to. The account is deleted straight away, with your sign-in details, your devices and any emails about it that we still store.',
        {
          points: [
            '**Finished bookings:** your name, phone, email, address, postcode, notes, messages, photos, your review and the optional box are deleted. The private link stops working, with the page and PDF of its bill. You can download your bills before you delete the account. Anything still waiting to reach our staff, such as a cancellation, is sent first.',
            '**Bookings still open:** these go ahead without the account, and we remove your details once they’re finished.',
            `**What stays:** reference, dates, type of emergency, borough, price, payments and status of each booking, for our accounts. Tax law requires us to keep bills, with your name and address, for ${retention.bookYears} years. The log of changes stays too, with ID numbers that no longer identify you.`,
            `**The final email** confirming this: we keep a record of it for ${retention.finishedJobDays} days.`,
          ],
        },
        'This only covers bookings made with your account’s email address.',
        'What is stored on your own device is listed on the [cookies page](/cookies).',
      ],
    },
    {
      id: 'who-receives',
      title: 'Who receives your data',
      blocks: [
        {
          points: [
            '**Our staff,** by email and in our staff area: the whole booking, with its photos, your changes and messages. **Engineers** see only their own jobs.',
            '**Everyone who reads our website:** your review, if you agreed to that.',
            '**The company behind a calendar, if your engineer or our staff see their jobs in one:** the type of job and its time. For your engineer, also your address and the booking reference; for staff, the first part of your postcode.',
            '**The company that sends our email:** emails to you and our staff.',
            '**Twilio, which carries our texts and calls, if we text you or you call us:** your phone number, the text, with its link to your private page, and what you answer. If we write to you on WhatsApp, it gets the same. Text STOP to end our texts. We then remember your number, so that we don’t text it again.',
            '**A dispatch tool, if we connect one:** the whole booking, with notes, the optional box, your changes and messages, but not bookings marked as possible spam.',
            '**A postcode service, if we connect one:** your full postcode, as you type and when you book, and nothing else about you. Our server saves the answer, not who asked.',
            '**Google, only if you accept analytics:** which pages you read and which buttons you use. It also sees your IP address and browser.',
            '**Stripe, if you book Red Line online:** your email, the booking reference, the amount, and the link back to your private page. You enter your card details on its page, and we never see them. Its own privacy policy applies too.',
            '**The companies that host our website and data.** They also see your IP address.',
            '**Authorities, courts, insurers or advisers,** where the law or a claim requires it.',
          ],
        },
        'You can ask us for the name of each company, and which optional ones we use.',
        'We send your confirmation to the email address you enter, so please check it’s right. The chat link opens WhatsApp, which has its own terms. We don’t sell personal data, and this website sends no marketing.',
      ],
    },
    {
      id: 'abroad',
      title: 'Outside the UK',
      blocks: [
        'If one of these companies stores data abroad, we need a safeguard that UK law accepts. The UK must have approved the country or the form of contract. You can ask us for a copy.',
      ],
    },
    {
      id: 'security',
      title: 'How we protect your data',
      blocks: [
        {
          points: [
            'The website tells your browser to use encrypted connections only.',
            'Its pages load nothing from other websites unless you accept analytics, and your private booking page never does.',
            'The code in your private link can’t be guessed, and our booking records contain only a fingerprint of it. Anyone with the link can see the job, its price and progress, the address, your email address, your messages and your photos. They can also change the time, cancel, message us or write your review. Your name, phone number and access details aren’t shown. The link doesn’t expire, so don’t share it. If you subscribe to it in a calendar, the company behind the calendar has it too. If you want the link to stop working, ask us.',
            'Search engines and browsers are told not to keep your private page.',
            'The server log records the time, the page requested, the result and any errors. For a booking it may include an internal number, the borough and the estimate. It doesn’t include your IP address, the code in your private link or what you type into the form.',
          ],
        },
      ],
    },
    {
      id: 'automatic',
      title: 'Decisions by computer',
      blocks: [
        'The estimate comes from a table: a base price for the type of emergency, multiplied by a figure for your borough. The price cap is at least the call-out at the hour of your visit. A priority fee or an offer is shown separately. The same answers at the same time always give the same price.',
        'A booking is marked as possible spam if a hidden field is filled in, or if the text looks like an advert. It’s treated like any other until our staff have looked at it. If you send the form too often, you’ll have to wait.',
        'No decision with a legal or similarly serious effect on you is made by computer alone.',
      ],
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      blocks: [
        '**You can object** at any time to what we do for legitimate interests. We’ll then stop, unless we have strong reasons not to or need the data for a legal claim.',
        'You can also ask us to:',
        {
          points: [
            'give you a copy of your data',
            'correct it',
            'delete it, unless the law makes us keep it',
            'stop using it while a question about it is settled',
            'give you, or another company, a computer-readable file of what you gave us under a contract or by consent.',
          ],
        },
        'If you have an account, you can get a copy, correct your name and email, see where you’re signed in and delete it: [my data](/account/data).',
        'Where we rely on consent, you can withdraw it at any time. Anything we did before then remains lawful.',
        `${email ? `Email ${email} or call us` : `Call us on ${emergencyPhone.text}`}. It’s free. We’ll reply within one month. If it’s complex, we may take two more, and we’ll say so within the first. We may ask for proof of who you are, and the month starts once we have it.`,
      ],
    },
    {
      id: 'complaints',
      title: 'If you have a complaint',
      blocks: [
        {
          steps: [
            `Please complain to us first, by email or phone. We’ll confirm within 30 days that we’ve received it. We’ll investigate, keep you informed and tell you the result without undue delay.`,
            'You can also complain to the ICO, the UK’s data protection regulator: ico.org.uk/make-a-complaint or 0303 123 1113. It usually expects you to have complained to us first.',
          ],
        },
      ],
    },
    {
      id: 'children',
      title: 'Children',
      blocks: [
        'Bookings are for adults. We don’t ask anyone’s age. The box about vulnerable people may be about a child, but asks for no name.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      blocks: ['If we start using data in a new way, we’ll say so here first. The date of the last change is shown on this page.'],
    },
  ]
}
