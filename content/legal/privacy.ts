import { business, retention } from '#content/business.ts'
import type { PublishedValues } from '#content/published.ts'
import { identityPoints } from './identity-points.ts'
import type { LegalPageText, LegalSection } from './legal.ts'

const { name } = business

/** True to the code of its date: what is stored is in db/tables.ts, what is deleted in server/jobs.ts. */
export default {
  slug: 'privacy',
  title: 'Privacy notice',
  metaTitle: `Privacy notice | ${name}`,
  description: 'What we ask when you book a plumber, why, who sees it, how long we keep it, and how to see, correct or delete it.',
  keywords: ['privacy notice', 'personal data', 'data protection rights', 'emergency plumber London'],
  lead: 'We ask for what we need to reach you and do the job. This website has no adverts and asks for no card details. You don’t need an account to book. It counts how often pages are read, without knowing who reads them, and you can refuse.',
  updated: '2026-11-23',
  sections,
} satisfies LegalPageText

/** With the business's details in force. */
function sections({ details }: PublishedValues): readonly LegalSection[] {
  const { company, email, emergencyPhone } = details
  return [
    {
      id: 'who-we-are',
      title: 'Who we are',
      blocks: [
        `${name} is the controller of your personal data. We decide how it is used, and are responsible for it.`,
        ...identityPoints(details),
        {
          points: [
            ...(company.icoNumber ? [`ICO registration: ${company.icoNumber}`] : []),
            `Questions about your data: email ${email} or call ${emergencyPhone.text}.`,
          ],
        },
        'This notice covers this website and bookings made on it. If you call, email or chat instead, we use what you tell us for the same purposes.',
      ],
    },
    {
      id: 'what-we-collect',
      title: 'What we collect',
      blocks: [
        '**What the form needs:** your name, phone number, email, the type of emergency and how soon you need us. Without these we cannot take a booking online. You can call instead.',
        '**What you may add:** what is wrong, postcode, borough, address, date and slot. Also how to get in, who will let us in, and whether someone there is vulnerable.',
        '**What the website adds:** a reference, the price and its rules, the arrival window, the status with its history, and when you sent it. Also the messages between us about it, each change of time, which engineers had the job, and what our staff did and noted. It also adds marks for staff: outside our area, late, possible spam. A fingerprint, which is a code made from what you sent, lets us store a repeated booking only once.',
        '**What is agreed and found at the door:** extra work that you agree to or decline, with the name and signature you give. Also the gas appliances our engineer examined, with any warning notice.',
        '**Photos,** if you send any of the problem, and those our engineer takes before and after the work, of the door if no one lets us in, and of receipts. We keep only the picture: the location and camera details are removed on your phone, and again on our server.',
        '**If you create an account:** your email, the name you give, and your password, stored only as a code that cannot be reversed. Also when and with which browser you signed in, and two-step verification if you set it up, with the phone number if you use a phone. If you sign in through Google or GitHub, what they tell us: your email, name, and their ID number for you. A log records who changed what in an account, using ID numbers, without names or addresses.',
        '**If you pay for Red Line:** that you paid, when, how much, any refund, and the payment company’s reference numbers. No card details.',
        '**If we invite you to work with us:** the name and email the owner gives us, and whether you are staff or an owner. An invitation that isn’t accepted is deleted after 7 days.',
        '**From your connection:** its address on the internet (IP address). We turn it into a code straight away, and store only the code. To count how many people are looking, we code it together with the name of your browser, in a different way every day.',
        '**If you read our pages:** daily totals, such as how often a page was read or a button pressed. Nothing in them identifies you. [What is counted, and how to refuse](/cookies#counts).',
        '**If you accept Google Analytics:** which pages you read and which buttons you use. [What exactly, and how to refuse](/cookies#analytics).',
        '**How the website runs:** how fast a page loaded, what failed, and what kind of screen and browser you have. It is counted for everyone together. It holds no IP address and no number that identifies you, and errors are recorded without anything that looks like personal data. If your browser sends Global Privacy Control or Do Not Track, we measure no speed.',
      ],
    },
    {
      id: 'other-people',
      title: 'If someone else gave us your name',
      blocks: [
        'The person who booked may have told us that you will let us in. We use your name and number only for that visit. You have the same rights.',
        'If you give us someone’s name, please tell them, and show them this page.',
      ],
    },
    {
      id: 'vulnerable',
      title: 'Health and other sensitive details',
      blocks: [
        'One optional box says that someone at the property is elderly, disabled, unwell or very young. It does not ask who, or what is wrong. Staff see it before the visit.',
        'It may say something about health, which the law protects more strongly.',
        'You can ask us at any time to remove it. Please leave health details out of the other fields.',
      ],
    },
    {
      id: 'why',
      title: 'Why we use it, and our legal basis',
      blocks: [
        {
          caption: 'Purposes, data, lawful basis and time',
          head: ['Why', 'What', 'Lawful basis', 'How long'],
          rows: [
            ['Arrange, price and make the visit', 'The booking', 'Contract with you', 'See below'],
            ['Confirm by email, show your private page', 'The booking', 'Contract with you', 'See below'],
            ['Get in', 'Name and number of the person letting us in', 'Legitimate interests: reaching that person', 'As the booking'],
            ['Know that someone is vulnerable', 'The box', 'See above', 'As the booking'],
            ['Keep your account and protect it', 'Your account', 'Contract with you; legitimate interests: security', 'As the account'],
            [
              'Take and return the Red Line fee',
              'Amount, dates, Stripe’s reference numbers',
              'Contract with you; legal duty: business records',
              'As the booking',
            ],
            ['Find the borough', 'Full postcode', 'Contract with you', 'As the booking'],
            ['Save a form sent without JavaScript', 'Your answers so far', 'Contract with you', `${retention.draftHours} hours`],
            ['Limit repeated sending', 'Coded IP address', 'Legitimate interests: protection from abuse', 'About 2 minutes'],
            ['Limit guesses at passwords', 'Coded IP address and email', 'Legitimate interests: protection from abuse', 'About 1 hour'],
            ['Show how many people are looking', 'Coded IP address and browser', 'Legitimate interests: true figures', 'About 6 minutes'],
            [
              'Show recent jobs',
              'Type, borough and rough time of bookings, nothing about who',
              'Legitimate interests: true figures',
              '3 days',
            ],
            ['Find robots', 'A hidden field', 'Legitimate interests: protection from abuse', 'As the booking'],
            [
              'See how the website is used',
              'How often pages are read and buttons pressed, nothing about who',
              'Legitimate interests: a website that works for its visitors. You can refuse at any time',
              `As totals, ${retention.countMonths} months`,
            ],
            [
              'See more of how the website is used',
              'What Google Analytics counts',
              'Your consent',
              '14 months at most, in Google Analytics',
            ],
            ['Find faults and slow pages', 'How the website runs', 'Legitimate interests: a site that works', '90 days at most'],
            ['Find faults', 'Server log', 'Legitimate interests: a site that works', 'Until faults are found'],
            ['Keep accounts, answer claims', 'The booking', 'Legal duty; legitimate interests: our legal rights', 'See below'],
          ],
        },
        '“Contract” includes the steps you ask for before there is one. If you book for a company, our basis is our legitimate interest in serving it.',
      ],
    },
    {
      id: 'how-long',
      title: 'How long we keep bookings',
      blocks: [
        `The website takes your details out of a booking when you delete your account, and ${retention.billYears} years after its bill. It does not yet delete bookings without a bill automatically. Tax law makes companies keep business records for at least ${retention.bookYears} years after the financial year they belong to. A claim about a contract can usually be made for 6 years.`,
        'We keep bookings that led to work for as long as the law requires. You can ask us to delete one that led to no work.',
        'The website deletes these automatically:',
        {
          points: [
            `a form sent step by step without JavaScript: ${retention.draftHours} hours after the last step. It is emptied when you book`,
            `the record that a message about a booking was sent: after ${retention.finishedJobDays} days. Failed ones are kept`,
            `bills, payments, and the details in their booking: ${retention.billYears} years after the bill`,
            `emails kept on our server while no email company is set up: after ${retention.localMailDays} days`,
            'the coded IP address: about 2 minutes after your last try; 1 hour after you tried to sign in',
            `an account whose email was never confirmed: after ${retention.unconfirmedAccountDays} days`,
            `backups, which still hold what was deleted since: after ${retention.backupMonths} months. If we restore one, we delete again what you asked us to delete`,
            `the totals of what was read and pressed: after ${retention.countMonths} months`,
            'the code that counts you as looking: about 6 minutes after you were last here.',
          ],
        },
        'An account is kept until you delete it, on [your account’s page](/account/data) or by asking us. Then we delete straight away: the account, what you sign in with, your devices, and emails about it that we still store.',
        {
          points: [
            '**Bookings that are over:** name, phone, email, address, postcode, notes, messages, photos and the vulnerable box are deleted, and the private link stops working. Anything still on its way to our staff is sent first, such as a cancellation.',
            '**Bookings that are not over:** they continue without the account, and your details are removed when they are over.',
            `**What stays:** reference, dates, type of emergency, borough, price, payments and status of each booking, for our accounts. Tax law requires us to keep bills, with your name and address, for ${retention.bookYears} years. Also the log of changes, using ID numbers that no longer identify you.`,
            `**The last email,** which confirms it is done: its record stays for ${retention.finishedJobDays} days.`,
          ],
        },
        'This only finds bookings made with your account’s email address.',
        'What is stored on your own device is listed on the [cookies page](/cookies).',
      ],
    },
    {
      id: 'who-receives',
      title: 'Who receives it',
      blocks: [
        {
          points: [
            '**Our staff,** by email and in our staff area: the whole booking, with its photos, your changes and messages. **Your engineer** sees their own jobs.',
            '**The company that carries our email:** the emails to you and to our staff.',
            '**A dispatch tool, if we connect one:** the whole booking, with notes, the vulnerable box, your changes and messages. Not possible spam.',
            '**A postcode service, if we connect one:** a full postcode, as you type and when you send. Nothing else about you. Our server saves the answer, not who asked.',
            '**Google, only if you accept analytics:** which pages you read and which buttons you use. It also sees your IP address and browser.',
            '**Stripe, if you book Red Line online:** your email, the booking reference, the amount, and the link back to your private page. You type your card details on its page, and we never see them. It uses them under its own privacy policy too.',
            '**The companies that host our website and data.** They also see your IP address.',
            '**Authorities, courts, insurers or advisers,** where the law requires it or a claim needs it.',
          ],
        },
        'You can ask us for the name of each company, and which of the optional ones we use.',
        'Your confirmation goes to the email address in the form, so check it. The chat link opens WhatsApp, which has its own terms. We do not sell personal data, and this website sends no marketing.',
      ],
    },
    {
      id: 'abroad',
      title: 'Outside the UK',
      blocks: [
        'If one of these companies stores data abroad, we need a safeguard that UK law accepts. That is a country the UK has approved, or a contract in a form the UK has approved. You can ask us for a copy.',
      ],
    },
    {
      id: 'security',
      title: 'How we protect it',
      blocks: [
        {
          points: [
            'The website tells your browser to use encrypted connections only.',
            'Its pages load nothing from other websites, unless you accept analytics. Your private booking page never does.',
            'The code in your private link cannot be guessed. Our booking records hold only a fingerprint of it. Anyone with the link can see the job, its price and progress, the address, your email address, your messages and your photos. They can also change the time, cancel, or write to us. Your name, phone number and access details are not shown. The link does not expire, so do not share it. If your calendar subscribes to it, the company behind it has it too. Ask us if you want it to stop working.',
            'Search engines and browsers are told not to keep your private page.',
            'The server log has the time, the page requested, the result and any errors. For a booking it may have an internal number, the borough and the estimate. It leaves out your IP address, the code in your private link and what you type into the form.',
          ],
        },
      ],
    },
    {
      id: 'automatic',
      title: 'Decisions by computer',
      blocks: [
        'The estimate comes from a table: a base price for the type of emergency, times a figure for the borough. A priority fee or an offer is shown separately. The same answers at the same time give the same price.',
        'A booking is marked as possible spam only if a hidden field is filled in. Staff get an email and check it. You get no confirmation, so call us if you do not receive one. After many tries in a minute, you have to wait.',
        'No decision with legal or similarly serious effect on you is made by computer alone.',
      ],
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      blocks: [
        '**You can object** at any time to what we do for legitimate interests. We then stop, unless we have strong reasons or need the data for a legal claim.',
        'You can also ask us to:',
        {
          points: [
            'give you a copy of your data',
            'correct it',
            'delete it, unless the law makes us keep it',
            'pause its use while a question is settled',
            'give you, or another company, what you gave us for a contract or by consent, in a file that computers can read.',
          ],
        },
        'If you have an account, you can do some of this yourself. You can get a copy, correct your name and email, see where you are signed in, and delete it: [my data](/account/data).',
        'Where we rely on consent, you can withdraw it at any time. What was done before stays lawful.',
        `Email ${email} or call us. It is free. We reply within one month. If it is complex we may take two more, and we tell you within the first. We may ask for proof of who you are, and the month starts once we have it.`,
      ],
    },
    {
      id: 'complaints',
      title: 'If you have a complaint',
      blocks: [
        {
          steps: [
            `Please complain to us first: email ${email} or call ${emergencyPhone.text}. We confirm within 30 days that we have it. We investigate, keep you informed and tell you the result without undue delay.`,
            'You can also complain to the ICO, the UK’s data protection regulator: ico.org.uk/make-a-complaint or 0303 123 1113. It usually expects you to have complained to us first.',
          ],
        },
      ],
    },
    {
      id: 'children',
      title: 'Children',
      blocks: ['Bookings are for adults. We do not ask anyone’s age. The vulnerable box may refer to a child but names no one.'],
    },
    {
      id: 'changes',
      title: 'Changes',
      blocks: ['If we start using data in a new way, we will say so here first. The day of the last change is on this page.'],
    },
  ]
}
