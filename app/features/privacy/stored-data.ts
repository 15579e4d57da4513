import type { Tables } from '#db/tables.ts'

/* What is stored about people, table by table: included in the copy of someone's data, or held back with a reason. A test compares it with
   the database, so a new table or column must be added here. */

type Decision<Row> =
  /** Why nothing of the table is in the copy. */
  | string
  | {
      handedOut: readonly (keyof Row & string)[]
      /** Columns with the reason. */
      heldBack: Partial<Record<keyof Row & string, string>>
    }

const itself = 'a link between rows of the copy, shown by one being inside the other'
const inWords = 'described in words: it may be someone else’s number'
const samePicture = 'the same picture again, small'
const hash = 'a hash or a key that guards the account or the booking, and says nothing of the person'

export const storedData = {
  authUsers: {
    handedOut: [
      ...(['id', 'email', 'emailConfirmedAt', 'phone', 'phoneConfirmedAt', 'newEmail', 'emailChangeSentAt', 'emailChangeHalves'] as const),
      ...(['confirmationSentAt', 'recoverySentAt', 'invitedAt', 'lastSignInAt', 'passwordChangedAt', 'signUpContestedAt'] as const),
      ...([
        'appMetadata',
        'userMetadata',
        'role',
        'isSample',
        'isAnonymous',
        'bannedUntil',
        'factorFailures',
        'factorsLockedUntil',
        'passkeyOfferClosedAt',
      ] as const),
      ...(['createdAt', 'updatedAt'] as const),
    ],
    heldBack: { passwordHash: hash },
  },
  authIdentities: {
    handedOut: ['id', 'provider', 'providerId', 'email', 'identityData', 'createdAt', 'updatedAt', 'lastSignInAt'],
    heldBack: { userId: itself },
  },
  authFactors: {
    handedOut: ['id', 'kind', 'status', 'friendlyName', 'phone', 'failures', 'lockedUntil', 'lastChallengedAt', 'createdAt', 'updatedAt'],
    heldBack: { userId: itself, sealedSecret: hash, lastStep: hash },
  },
  authChallenges: 'a request for a code, for minutes: the time of the last one is listed with two-step verification',
  authPasskeys: {
    handedOut: ['id', 'friendlyName', 'transports', 'blockedAt', 'createdAt', 'lastUsedAt'],
    heldBack: { userId: itself, factorId: itself, credentialId: hash, publicKey: hash, signCount: hash },
  },
  authPasskeyChallenges: 'a number for a passkey to sign, for minutes',
  authRecoveryCodes: { handedOut: ['createdAt', 'usedAt'], heldBack: { factorId: itself, codeHash: hash } },
  authSessions: {
    handedOut: ['id', 'aal', 'amr', 'userAgent', 'createdAt', 'refreshedAt', 'endsAt'],
    heldBack: { userId: itself, factorId: itself, passkeyId: itself, refreshTokenHash: hash, refreshCount: hash, refreshKeyId: hash },
  },
  siteSessions: { handedOut: ['createdAt', 'seenAt', 'endsAt'], heldBack: { idHash: hash, sessionId: itself } },
  authMailTokens: {
    handedOut: ['kind', 'email', 'createdAt', 'expiresAt', 'usedAt'],
    heldBack: {
      userId: itself,
      tokenHash: hash,
      codeHash: hash,
      codeTries: hash,
      codeChallenge: hash,
      signUp: 'the password hash and the name of a sign-up that is not confirmed; once it is, they are listed with the account',
    },
  },
  staffInvitations: {
    handedOut: ['email', 'fullName', 'role', 'createdAt', 'sentAt', 'expiresAt'],
    heldBack: { id: itself, engineerId: itself, invitedBy: inWords, tokenHash: hash },
  },
  wallScreens: 'names and hashes of the screens that show the board; who added one is in the change log',
  firstOwnerLink: 'the link that creates the first owner’s account, read on the server: no one’s data yet',
  authFlows: 'sealed, for minutes, during a sign-in with Google or GitHub',
  authCodes: 'a hash, for minutes, on the way back from there',
  bookings: {
    handedOut: [
      ...(['id', 'reference', 'status', 'serviceLevel', 'channel', 'name', 'phone', 'email', 'service', 'description', 'address'] as const),
      ...(['accessNotes', 'siteContact', 'vulnerableOccupant', 'postcode', 'borough', 'inArea', 'preferredDate', 'slotStartsAt'] as const),
      ...(['slotEndsAt', 'promisedFrom', 'promisedUntil', 'estimatePence', 'priorityFeePence', 'frozenTerms', 'late'] as const),
      ...(['suspectedSpam', 'paymentDueAt', 'revision', 'revisedAt', 'triggeredFrom', 'submittedAt', 'createdAt'] as const),
      ...([
        'eraseAskedAt',
        'erasedAt',
        'acceptedAt',
        'escalatedAt',
        'lateAfter',
        'visitAgreedAt',
        'dangers',
        'closedAs',
        'expectedAt',
      ] as const),
    ],
    heldBack: {
      searchText: 'what it is found by: the same name, numbers and places again',
      duplicateOf: itself,
      returnOf: itself,
      engineerId: 'the id of the engineer who had the job; their name is shown on the booking’s page',
      version: 'how often our team changed it: what they changed is listed with it',
      idempotencyKey: hash,
      contentHash: hash,
      trackingTokenHash: hash,
      trackingKeyId: hash,
      trackingRevocations: hash,
    },
  },
  bookingEvents: {
    handedOut: ['at', 'kind', 'fromStatus', 'toStatus', 'note'],
    heldBack: { id: itself, bookingId: itself, actor: inWords },
  },
  bookingMessages: {
    handedOut: ['at', 'sender', 'text', 'readAt', 'answeredAt'],
    heldBack: { id: itself, bookingId: itself, idempotencyKey: hash, actor: inWords, readBy: inWords },
  },
  bookingNotes: {
    handedOut: ['at', 'text'],
    heldBack: { id: itself, bookingId: itself, idempotencyKey: hash, actor: inWords },
  },
  jobSheets: {
    handedOut: ['found', 'done', 'parkingPence', 'congestionPence', 'needsReturn', 'returnNote', 'savedAt'],
    heldBack: { bookingId: itself, revision: 'how often it was saved', savedBy: inWords },
  },
  engineerActs: 'keys and times by which a phone’s reports are taken once; what was done is listed with the booking',
  jobParts: { handedOut: ['name', 'quantity', 'costPence'], heldBack: { bookingId: itself, number: itself } },
  creditDoubts: 'which credits we looked at again, and when: the credits themselves are listed',
  timeCorrections: {
    handedOut: ['what', 'fromAt', 'toAt', 'at', 'reason'],
    heldBack: { id: itself, bookingId: itself, actor: inWords },
  },
  callAttempts: {
    handedOut: ['at', 'note'],
    heldBack: { id: itself, bookingId: itself, idempotencyKey: hash, actor: inWords },
  },
  photos: {
    handedOut: ['kind', 'takenBy', 'takenAt', 'uploadedAt', 'bytes', 'width', 'height', 'sha256'],
    heldBack: {
      ...{ id: itself, bookingId: itself, uploadKey: hash, actor: inWords },
      place: 'which of the job’s twenty it is',
      file: 'the random name of its file: the picture itself is in the copy',
      ...{ smallFile: samePicture, smallBytes: samePicture, smallWidth: samePicture, smallHeight: samePicture, smallSha256: samePicture },
    },
  },
  portraits: 'photos of our engineers, which their customers are shown',
  filesToRemove: 'random names of files without an owner, until they are removed',
  removedFiles: 'random names of files that are gone, so that their copies in backups go too',
  extraWorks: {
    handedOut: [
      ...(['name', 'description', 'lines', 'amountPence', 'isUrgentRepair', 'state', 'proposedAt', 'decidedAt', 'way'] as const),
      ...(['signerName', 'signature', 'startAskedAt', 'startText'] as const),
    ],
    heldBack: {
      id: itself,
      bookingId: itself,
      contentHash: hash,
      revision: 'how often its state changed',
      proposedBy: inWords,
      decidedBy: inWords,
    },
  },
  gasAppliances: {
    handedOut: [
      ...([
        'kind',
        'make',
        'model',
        'location',
        'serialNumber',
        'checks',
        'pressureReading',
        'heatInput',
        'combustion',
        'workDone',
      ] as const),
      ...(['outcome', 'defect', 'turnedOff', 'notice', 'signerName', 'signature', 'isReportable', 'reportReason'] as const),
      ...(['licenceNumber', 'engineerName', 'recordedAt', 'removedAt', 'emergencyCalledAt', 'emergencyReference', 'reportedAt'] as const),
    ],
    heldBack: {
      id: itself,
      bookingId: itself,
      recordedBy: inWords,
      removedBy: inWords,
      reportedBy: inWords,
      reportNote: 'what we told the Health and Safety Executive, or why we did not: a record of our work',
    },
  },
  gasReasons: { handedOut: ['reason', 'at'], heldBack: { bookingId: itself, actor: inWords } },
  parts: 'what parts cost us, no customers',
  partChanges: 'what parts cost us before, no customers',
  complaints: {
    handedOut: ['openedAt', 'settledAt', 'settlement'],
    heldBack: { id: itself, bookingId: itself, openedBy: inWords, settledBy: inWords },
  },
  staffActs: {
    handedOut: ['at', 'act', 'text', 'undoneAt'],
    heldBack: {
      id: itself,
      bookingId: itself,
      version: 'the number of the act',
      actor: inWords,
      before: 'for undoing an act: what the booking contained, which may have been another customer’s details by mistake',
      after: 'for undoing an act: it is shown with the booking',
      pressHash: hash,
    },
  },
  credits: {
    handedOut: ['promise', 'missedAt', 'amountPence', 'reason', 'createdAt', 'withdrawnAt', 'withdrawnReason'],
    heldBack: {
      id: itself,
      bookingId: itself,
      refundId: 'the number of the refund, which is listed with its payment',
      withdrawnBy: inWords,
    },
  },
  charges: {
    handedOut: ['kind', 'amountPence', 'reason', 'arisenAt', 'withdrawnAt', 'withdrawnReason'],
    heldBack: { id: itself, bookingId: itself, arisenBy: inWords, withdrawnBy: inWords },
  },
  escalations: 'when our staff were reminded of a booking: a record of our work, without anything of the person',
  engineers: 'who works for us, kept as their employer: no customers; they ask us for it',
  shifts: 'when our engineers work: no customers; they ask us for it',
  absences: 'when our engineers are away, kept as their employer: no customers; they ask us for it',
  visitPlaces: 'when a visit is planned to be and whose it is, until it is done: no more than the booking itself says',
  callBacks:
    'who in our team called about a booking whose hold ran out, and when: a record of our work, with no personal data of the customer',
  redlineSlots: {
    handedOut: ['day', 'slot', 'heldUntil'],
    heldBack: { bookingId: itself, clientKey: 'a keyed hash, kept while a slot is held' },
  },
  checkouts: {
    handedOut: ['provider', 'amountPence', 'state', 'createdAt', 'expiresAt', 'returnedAt'],
    heldBack: {
      id: itself,
      bookingId: itself,
      billId: itself,
      sessionId: 'a number of the payment provider',
      url: 'where the payment provider took the money',
    },
  },
  payments: {
    handedOut: ['provider', 'providerPaymentId', 'amountPence', 'currency', 'outcome', 'paidAt', 'recordedAt', 'voidedAt', 'voidedReason'],
    heldBack: {
      id: itself,
      checkoutId: itself,
      bookingId: itself,
      billId: itself,
      handoverId: itself,
      takenBy: inWords,
      voidedBy: inWords,
    },
  },
  refunds: {
    handedOut: ['amountPence', 'reason', 'note', 'state', 'providerRefundId', 'createdAt', 'doneAt'],
    heldBack: { id: itself, paymentId: itself, askedBy: inWords },
  },
  billNumbers: 'the last numbers of our bills and credit notes, no people',
  bills: {
    handedOut: [
      ...(['reference', 'issuedAt', 'suppliedOn', 'taxPoint', 'dueOn', 'lines', 'supplier', 'customer', 'visit'] as const),
      ...(['totalPence', 'vatPercent', 'vatPence'] as const),
    ],
    heldBack: {
      id: itself,
      bookingId: itself,
      revision: 'which bill of the booking it is',
      year: 'part of its number',
      number: 'part of its number',
      issuedBy: inWords,
      engineerId: 'the id of the engineer who had the job; their name is shown on the booking’s page',
    },
  },
  creditNotes: {
    handedOut: ['reference', 'issuedAt', 'reason', 'amountPence', 'vatPence'],
    heldBack: { id: itself, billId: itself, year: 'part of its number', number: 'part of its number', issuedBy: inWords, pressKey: hash },
  },
  billCorrections: {
    handedOut: ['kind', 'label', 'amountPence', 'reason', 'madeAt', 'withdrawnAt'],
    heldBack: { id: itself, bookingId: itself, madeBy: inWords, withdrawnBy: inWords },
  },
  billReminders: 'on which days we reminded of a bill; the reminders are listed with the emails',
  billNotes: {
    handedOut: ['kind', 'text', 'at'],
    heldBack: { id: itself, billId: itself, actor: inWords, pressKey: hash },
  },
  cashHandovers: 'cash that our engineers handed in, and when: no customers; the payments themselves are in the copy',
  bookChecks: 'when our books were looked through, no people',
  bookDifferences: 'sums that did not add up, for our staff to look at; the payments and bills themselves are in the copy',
  paymentEvents: 'ids of the payment provider’s messages, which identify no one',
  paymentChecks: 'when our payments were compared with the list of the payment provider',
  paymentDifferences: 'numbers and amounts of payments that staff have to look at; the payments themselves are in the copy',
  bookingDrafts: 'answers of a form that was not sent, for a day, under a code that only the browser has: we can’t tell whose they are',
  jobs: {
    handedOut: ['kind', 'state', 'createdAt', 'finishedAt'],
    heldBack: {
      id: itself,
      payload: 'ids of rows that are in the copy, or sealed links and codes that sign in',
      runAt: 'when the server tries again',
      leaseToken: 'which server tries',
      attempts: 'how often the server tried',
      replayedAs: 'which one staff had sent in its place',
      about: 'the booking or account that it is listed with, or a hash of an address',
    },
  },
  jobAttempts: 'how often an email or a message was tried, and what the other server replied: no personal data',
  localMail: {
    handedOut: ['at', 'recipient', 'subject'],
    heldBack: { id: itself, message: 'what the mailbox got; it may hold links and codes that sign in' },
  },
  auditLog: {
    handedOut: ['at', 'action', 'detail'],
    heldBack: {
      id: itself,
      actor: inWords,
      subject: itself,
      position: 'its place in the chain',
      chainHash: hash,
      keyId: 'which key of the server its place is proved by',
    },
  },
  auditHead: 'the newest place of the log, no people',
  backups: 'when copies of the data were made, no people',
  erasures: 'codes of what was erased, that can’t be traced back to anyone',
  rateLimits: 'codes of addresses, that can’t be traced back, for an hour at most',
  liveVisits: 'a code that changes every day, for minutes: it can’t be traced back to anyone',
  counts: 'sums of a day, of pages and buttons: no people',
  countDays: 'how many such sums a day has',
  heartbeats: 'the servers, no people',
  settings: 'the business, no customers',
  ownerValues: 'the business, no customers',
  ownerValueChanges: 'the business, no customers',
  monitorRounds: 'which of the servers looked after the site, no people',
  uptimeChecks: 'how the site answered our own checks, no people',
  uptimeDays: 'how the site answered our own checks, day by day, no people',
  syntheticBookings: 'test bookings that the server makes and removes again: no one’s data',
  syntheticRuns: 'how those went, no people',
  onlinePauses: 'until when online booking is paused, and why, or from when an engineer is free; no people',
  phoneFirst: 'whether the pages ask people to call: no personal data',
  blogPosts: 'what the business publishes',
  deletedPosts: 'what the business published or meant to',
  signingKeys: 'keys of the server',
  measureCounts: 'how fast pages and answers were, counted: nothing about who was there',
  performanceMetrics: 'how fast single pages were, without anything that leads to a visitor',
  errorGroups: 'faults of the website, cleaned of whatever looks like personal data, without anything that leads to a visitor',
} as const satisfies { [Name in keyof Tables]: Decision<Tables[Name]> }
