import type { Tables } from '#db/tables.ts'

/* Stored personal data, table by table: included in the copy of someone's data, or held back with a reason. A test compares it with the
   database, so a new table or column must be added here. */

type Decision<Row> =
  /** The reason why the copy has nothing of the table. */
  | string
  | {
      handedOut: readonly (keyof Row & string)[]
      /** Columns with the reason, unless it is `heldBackByName`. */
      heldBack?: Partial<Record<keyof Row & string, string>>
    }

const itself = 'links rows that the copy shows one inside another'
const samePicture = 'a smaller version of the same photo'

const held = (reason: string, columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, reason]))

/** Columns that are held back wherever a table doesn't hand them out, with the reason. */
export const heldBackByName: Readonly<Record<string, string>> = {
  ...held(itself, [
    ...['id', 'userId', 'factorId', 'passkeyId', 'sessionId', 'bookingId', 'customerId', 'duplicateOf', 'returnOf', 'returnId'],
    ...['reviewId', 'billId', 'checkoutId', 'handoverId', 'paymentId'],
  ]),
  ...held('described in words, because it may be someone else’s id', [
    ...['actor', 'invitedBy', 'startAskedBy', 'readBy', 'savedBy', 'settledBy', 'proposedBy', 'decidedBy', 'recordedBy'],
    ...['removedBy', 'reportedBy', 'addedBy', 'receivedBy', 'acknowledgedBy', 'answeredBy', 'closedBy', 'askedBy', 'withdrawnBy'],
    ...['arisenBy', 'takenBy', 'voidedBy', 'issuedBy', 'madeBy'],
  ]),
  ...held('a hash or key that protects the account or the booking, and says nothing about the person', [
    ...['passwordHash', 'sealedSecret', 'lastStep', 'credentialId', 'publicKey', 'signCount', 'endpoint', 'p256dh', 'auth'],
    ...['codeHash', 'refreshTokenHash', 'refreshCount', 'refreshKeyId', 'idHash', 'tokenHash', 'codeTries', 'codeChallenge'],
    ...['idempotencyKey', 'contentHash', 'trackingTokenHash', 'shortTokenHash', 'trackingKeyId', 'trackingRevocations'],
    ...['uploadKey', 'pressHash', 'pressKey', 'providerKey', 'chainHash'],
  ]),
}

export const storedData = {
  authUsers: {
    handedOut: [
      ...['id', 'email', 'emailConfirmedAt', 'phone', 'phoneConfirmedAt', 'newEmail', 'emailChangeSentAt', 'emailChangeHalves'],
      ...['confirmationSentAt', 'recoverySentAt', 'invitedAt', 'lastSignInAt', 'passwordChangedAt', 'mailsVoidBefore'],
      ...['passwordSuitsStaff', 'signUpContestedAt', 'appMetadata', 'userMetadata', 'role', 'isSample', 'isAnonymous', 'bannedUntil'],
      ...['factorFailures', 'factorsLockedUntil', 'passkeyOfferClosedAt', 'alertKinds', 'quietFrom', 'quietUntil'],
      ...['createdAt', 'updatedAt'],
    ],
  },
  authIdentities: { handedOut: ['id', 'provider', 'providerId', 'email', 'identityData', 'createdAt', 'updatedAt', 'lastSignInAt'] },
  authFactors: {
    handedOut: ['id', 'kind', 'status', 'friendlyName', 'phone', 'failures', 'lockedUntil', 'lastChallengedAt', 'createdAt', 'updatedAt'],
  },
  authChallenges: 'a request for a code, kept for a few minutes: the time of the last one is listed with two-step verification',
  authPasskeys: { handedOut: ['id', 'friendlyName', 'transports', 'blockedAt', 'createdAt', 'lastUsedAt'] },
  pushSubscriptions: { handedOut: ['id', 'device', 'createdAt', 'lastSentAt', 'failedAt'] },
  heldAlarms: 'faults of the website that its owner is alerted to in the morning: no personal data',
  authPasskeyChallenges: 'a random number for a passkey to sign, kept for a few minutes',
  authRecoveryCodes: { handedOut: ['createdAt', 'usedAt'] },
  authSessions: { handedOut: ['id', 'aal', 'amr', 'userAgent', 'createdAt', 'refreshedAt', 'endsAt'] },
  siteSessions: { handedOut: ['createdAt', 'seenAt', 'endsAt'] },
  authMailTokens: {
    handedOut: ['kind', 'email', 'createdAt', 'expiresAt', 'usedAt'],
    heldBack: { signUp: 'the name and password hash from a sign-up that isn’t confirmed yet; once it is, they belong to the account' },
  },
  staffInvitations: { handedOut: ['email', 'fullName', 'role', 'createdAt', 'sentAt', 'expiresAt'], heldBack: { engineerId: itself } },
  calendarFeeds: 'a hash of the secret address of a calendar; who made it when is in the audit log',
  wallScreens: 'the names and link hashes of the wall screens; who added each one is in the audit log',
  firstOwnerLink: 'the link that creates the first owner’s account, printed by the server: not personal data yet',
  authFlows: 'encrypted, and kept for a few minutes during a sign-in with Google or GitHub',
  authCodes: 'a hash, kept for a few minutes at the end of such a sign-in',
  bookings: {
    handedOut: [
      ...['id', 'reference', 'status', 'serviceLevel', 'channel', 'name', 'phone', 'email', 'service', 'description', 'address'],
      ...['accessNotes', 'siteContact', 'vulnerableOccupant', 'postcode', 'borough', 'inArea', 'preferredDate', 'slotStartsAt'],
      ...['slotEndsAt', 'promisedFrom', 'promisedUntil', 'estimatePence', 'priorityFeePence', 'frozenTerms', 'late', 'toAgree'],
      ...['provenAt', 'contactBy', 'textsOnceProven', 'forBusiness', 'startAskedAt', 'suspectedSpam', 'paymentDueAt', 'revision'],
      ...['revisedAt', 'triggeredFrom', 'submittedAt', 'createdAt', 'eraseAskedAt', 'erasedAt', 'acceptedAt', 'calledAt'],
      ...['callSettledAt', 'escalatedAt', 'lateAfter', 'visitAgreedAt', 'dangers', 'closedAs', 'expectedAt'],
    ],
    heldBack: {
      searchText: 'used for searching: repeats the name, phone number, address and so on',
      engineerId: 'the id of the engineer who had the job; their name is shown on the booking’s page',
      version: 'how many times our team changed it; the changes are listed with the booking',
    },
  },
  bookingEvents: { handedOut: ['at', 'kind', 'fromStatus', 'toStatus', 'note'] },
  bookingMessages: { handedOut: ['at', 'sender', 'text', 'readAt', 'answeredAt'] },
  bookingNotes: { handedOut: ['at', 'text'] },
  customers: 'which bookings are the same person’s: codes only, which the copy shows as one list of bookings',
  customerNotes: { handedOut: ['at', 'text'] },
  customerDecisions: 'which bookings our staff put on one record or kept apart: ids only, and they may be about someone else too',
  jobSheets: {
    handedOut: ['found', 'done', 'parkingPence', 'congestionPence', 'needsReturn', 'returnNote', 'savedAt'],
    heldBack: { revision: 'how many times it was saved' },
  },
  replacedSheets: { handedOut: ['sheet', 'savedAt'], heldBack: { revision: 'how many times it was saved' } },
  engineerActs: 'keys and times that stop a phone’s report being recorded twice; what was done is listed with the booking',
  jobParts: { handedOut: ['name', 'quantity', 'costPence'], heldBack: { number: itself } },
  creditDoubts: 'which credits we checked again, and when; the credits themselves are in the copy',
  feeQuestions: { handedOut: ['amountPence', 'countsFrom', 'leftAt', 'raisedAt', 'settledAt', 'decision'] },
  timeCorrections: { handedOut: ['what', 'fromAt', 'toAt', 'at', 'reason'] },
  callAttempts: { handedOut: ['at', 'place', 'outcome', 'note'] },
  photos: {
    handedOut: ['kind', 'takenBy', 'takenAt', 'uploadedAt', 'bytes', 'width', 'height', 'sha256'],
    heldBack: {
      place: 'its position among the job’s photos, from 1 to 20',
      file: 'the random name of its file; the photo itself is in the copy',
      ...{ smallFile: samePicture, smallBytes: samePicture, smallWidth: samePicture, smallHeight: samePicture, smallSha256: samePicture },
    },
  },
  portraits: 'photos of our engineers, which customers see',
  filesToRemove: 'random names of files that are no longer used and are about to be deleted',
  removedFiles: 'random names of deleted files, so that their copies in backups are deleted too',
  extraWorks: {
    handedOut: [
      ...['name', 'description', 'lines', 'amountPence', 'isUrgentRepair', 'state', 'proposedAt', 'decidedAt', 'way', 'signerName'],
      ...['signature', 'startAskedAt', 'startText'],
    ],
    heldBack: { revision: 'how many times its state changed' },
  },
  gasAppliances: {
    handedOut: [
      ...['kind', 'make', 'model', 'location', 'serialNumber', 'checks', 'pressureReading', 'heatInput', 'combustion', 'workDone'],
      ...['outcome', 'defect', 'turnedOff', 'notice', 'signerName', 'signature', 'isReportable', 'reportReason', 'licenceNumber'],
      ...['engineerName', 'recordedAt', 'removedAt', 'emergencyCalledAt', 'emergencyReference', 'reportedAt'],
    ],
    heldBack: { reportNote: 'what we told the Health and Safety Executive, or why we didn’t: a record of our own work' },
  },
  gasReasons: { handedOut: ['reason', 'at'] },
  parts: 'what parts cost us: nothing about customers',
  partChanges: 'what parts used to cost us: nothing about customers',
  awaitedParts: {
    handedOut: ['name', 'orderedOn', 'dueOn', 'arrivedOn', 'addedAt', 'endedAt'],
    heldBack: { supplier: 'which company we bought the part from', isChecked: 'whether our staff have checked what the engineer wrote' },
  },
  returnFaults: { handedOut: ['isSameFault', 'reason', 'at'] },
  complaints: {
    handedOut: [
      ...['receivedAt', 'channel', 'words', 'wish', 'acknowledgedAt', 'answeredAt', 'answer', 'disputeText'],
      ...['closedAt', 'closingNote'],
    ],
  },
  satisfactionRequests: { handedOut: ['askedAt', 'wish', 'words', 'decidedAt', 'outcome', 'creditedPence', 'refundPence', 'reasons'] },
  reviews: {
    handedOut: [
      ...['stars', 'text', 'name', 'area', 'mayPublish', 'writtenAt', 'editedAt', 'withdrawnAt', 'answer', 'answeredAt', 'removedAt'],
      ...['removalReason', 'removalNote', 'revision', 'erasedAt', 'isOwn'],
    ],
    heldBack: { service: 'as in the booking', borough: 'as in the booking' },
  },
  replacedReviews: { handedOut: ['review', 'removalReason', 'replacedAt', 'revision'] },
  reviewAsks: { handedOut: ['number', 'at'] },
  chosenMessages: {
    handedOut: ['kind', 'text', 'name', 'source', 'saidOn', 'consentBy', 'consentOn', 'consentHow', 'consentContact', 'addedAt'],
  },
  cancellations: {
    handedOut: ['receivedAt', 'name', 'address', 'mostPence', 'settledAt', 'keptPence', 'refundPence', 'reasons'],
    heldBack: { workId: 'the id of the extra work, which is listed' },
  },
  staffActs: {
    handedOut: ['at', 'act', 'text', 'undoneAt'],
    heldBack: {
      version: 'the number of the change',
      before:
        'kept so the change can be undone: what the booking contained before, which may be another customer’s details entered by mistake',
      after: 'kept so the change can be undone: the booking shows it',
    },
  },
  credits: {
    handedOut: ['promise', 'missedAt', 'amountPence', 'reason', 'createdAt', 'withdrawnAt', 'withdrawnReason'],
    heldBack: { refundId: 'the id of the refund, which is listed with its payment' },
  },
  charges: { handedOut: ['kind', 'amountPence', 'reason', 'arisenAt', 'withdrawnAt', 'withdrawnReason'] },
  escalations: 'when our staff were reminded about a booking: a record of our own work, with no personal data about the customer',
  reachAttempts:
    'who in our team we tried to reach about a booking, and how: a record of our own work, with no personal data about the customer',
  engineers: 'who works for us, kept by us as their employer: nothing about customers. Engineers can ask us for their own',
  shifts: 'when our engineers and office staff work: nothing about customers. They can ask us for their own',
  absences:
    'when our engineers and office staff are away, kept by us as their employer: nothing about customers. They can ask us for their own',
  visitPlaces: 'when a visit is planned and for which engineer, kept until it’s done: the booking shows the same details',
  callBacks:
    'who in our team called about a booking that expired unpaid, and when: a record of our own work, with no personal data about the customer',
  redlineSlots: { handedOut: ['day', 'slot', 'heldUntil'], heldBack: { clientKey: 'a keyed hash, kept while a slot is held' } },
  checkouts: {
    handedOut: ['provider', 'amountPence', 'state', 'createdAt', 'expiresAt', 'returnedAt'],
    heldBack: {
      byCode: 'whether you opened it from the code on the engineer’s phone',
      sessionId: 'the payment provider’s id for it',
      url: 'the address of the provider’s payment page',
    },
  },
  payments: {
    handedOut: ['provider', 'providerPaymentId', 'amountPence', 'currency', 'outcome', 'paidAt', 'recordedAt', 'voidedAt', 'voidedReason'],
  },
  refunds: { handedOut: ['amountPence', 'reason', 'note', 'state', 'providerRefundId', 'createdAt', 'doneAt'] },
  billNumbers: 'the last numbers used for our bills and credit notes: no personal data',
  bills: {
    handedOut: [
      ...['reference', 'issuedAt', 'suppliedOn', 'taxPoint', 'dueOn', 'lines', 'supplier', 'customer', 'visit'],
      ...['totalPence', 'vatPercent', 'vatPence'],
    ],
    heldBack: {
      revision: 'whether it’s the booking’s first bill, or a later one',
      year: 'part of its reference',
      number: 'part of its reference',
      engineerId: 'the id of the engineer who had the job; their name is shown on the booking’s page',
    },
  },
  creditNotes: {
    handedOut: ['reference', 'issuedAt', 'reason', 'amountPence', 'vatPence'],
    heldBack: { year: 'part of its reference', number: 'part of its reference' },
  },
  billCorrections: { handedOut: ['kind', 'label', 'amountPence', 'reason', 'madeAt', 'withdrawnAt'] },
  billReminders: 'the days on which we sent reminders about a bill; the reminders are listed with the emails',
  billNotes: { handedOut: ['kind', 'text', 'at'] },
  disputes: 'payments that a bank was asked to return, with the bank’s reason; the payments themselves are in the copy',
  disputeMovements: 'the money that the payment provider took, returned and charged for them',
  cashHandovers: 'the cash our engineers handed in, and when. It says nothing about customers, whose payments are in the copy',
  bookChecks: 'when our books were checked: no personal data',
  bookDifferences: 'sums that didn’t add up, for our staff to check; the payments and bills themselves are in the copy',
  paymentEvents:
    'the IDs of the payment provider’s messages, and of refunds the amounts; the payments and refunds themselves are in the copy',
  paymentChecks: 'when our payments were compared with the payment provider’s list',
  paymentDifferences: 'the ids and amounts of payments that staff need to check; the payments themselves are in the copy',
  bookingDrafts: 'answers from a form that wasn’t sent, kept for a day under a code only the browser has: we can’t tell whose they are',
  jobs: {
    handedOut: ['kind', 'state', 'createdAt', 'finishedAt'],
    heldBack: {
      payload: 'ids of rows that are in the copy, or encrypted links and codes for signing in',
      runAt: 'when the server will try again',
      leaseToken: 'which server is working on it',
      attempts: 'how many times the server has tried',
      replayedAs: 'which message staff sent in its place',
      about: 'the booking or account it’s listed with, or a hash of an address',
    },
  },
  jobAttempts: 'how many times we tried to send each message, and how the receiving server replied: no personal data',
  localMail: {
    handedOut: ['at', 'recipient', 'subject'],
    heldBack: { message: 'the email itself, which may contain links and codes for signing in' },
  },
  sentTexts: {
    handedOut: ['channel', 'segments', 'state', 'createdAt', 'triedAt', 'changedAt'],
    heldBack: {
      providerId: 'the number that the company that carries texts gave it',
      errorCode: 'that company’s number for why it failed',
    },
  },
  textCounts: 'how many text messages went out on a day, under a code for the number',
  textNumbers: 'numbers that asked for no more text messages, which we have to remember, that take none, or that wrote to us on WhatsApp',
  enquiries: { handedOut: ['at', 'phone', 'kind', 'text', 'settledAt'] },
  auditLog: {
    handedOut: ['at', 'action', 'detail'],
    heldBack: { subject: itself, position: 'its position in the log', keyId: 'which of the server’s keys proves its position' },
  },
  auditHead: 'the newest position in the log: no personal data',
  retentionNights: 'how much was deleted each night because its time was over: no personal data',
  backups: 'when backups were made: no personal data',
  erasures: 'codes for what was erased, which can’t be traced back to anyone',
  rateLimits: 'codes for addresses, which can’t be traced back and are kept for an hour at most',
  liveVisits: 'a code that changes every day, kept for a few minutes: it can’t be traced back to anyone',
  counts: 'daily totals for pages and buttons: no personal data',
  countDays: 'how many such totals there are for each day',
  heartbeats: 'which servers are running: no personal data',
  settings: 'about the business, not its customers',
  ownerValues: 'about the business, not its customers',
  ownerValueChanges: 'about the business, not its customers',
  replacedPrices: 'our prices before a change: about the business, not its customers',
  monitorRounds: 'which server checked the site: no personal data',
  uptimeChecks: 'how the site responded to our own checks: no personal data',
  uptimeDays: 'how the site responded to our own checks, day by day: no personal data',
  syntheticBookings: 'test bookings that the server makes and then removes: no one’s data',
  syntheticRuns: 'how those test bookings went: no personal data',
  onlinePauses: 'how long online booking is paused and why, or when an engineer is next free: no personal data',
  phoneFirst: 'whether the site asks people to call first: no personal data',
  blogPosts: 'what the business publishes',
  deletedPosts: 'what the business published, or was going to',
  signingKeys: 'the server’s own keys',
  measureCounts: 'counts of how fast pages and responses were: nothing about who was visiting',
  performanceMetrics: 'how fast individual pages loaded: nothing that could identify a visitor',
  errorGroups: 'errors on the website, with anything that looks like personal data removed: nothing that could identify a visitor',
} as const satisfies { [Name in keyof Tables]: Decision<Tables[Name]> }
