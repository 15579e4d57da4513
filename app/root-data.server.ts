import { isOfferedPasskey } from '#app/features/accounts/passkeys.server.ts'
import { mayActAs } from '#app/features/accounts/roles.ts'
import { sessionTimes, viewerOf, viewerView } from '#app/features/accounts/site-session.server.ts'
import { readReviewKinds } from '#app/features/aftercare/read-reviews.server.ts'
import { limitText } from '#app/features/capacity/online-pause.ts'
import { readRinging } from '#app/features/desk/enquiries.server.ts'
import { readUnreadCount } from '#app/features/desk/read-inbox.server.ts'
import { readKnownAnswers } from '#app/features/intake/known-answers.server.ts'
import { countedRoute, isMeasured, isPublicPath } from '#app/features/site/site-map.ts'
import { readEngineerMarks } from '#app/features/visit/engineer-marks.server.ts'
import { readOwnEngineer } from '#app/features/visit/own-engineer.server.ts'
import { momentText } from '#app/platform/london.ts'
import { openingOf } from '#app/platform/opening.ts'
import { bookingTrouble } from '#app/platform/phone-first-context.ts'
import type { Services, Visit } from '#app/platform/services.ts'
import { mostStuck, readStuck } from '#app/platform/stuck-messages.ts'
import { textsArrive } from '#app/platform/texts.ts'
import { isStaffPath } from '#app/values/staff-path.ts'
import { overridesForPages } from '#content/owner-overrides.ts'

/**
 * Data of every page: the nonce of this response, the site's address, the measurement id, the signed-in user, and for staff the unsent
 * messages. `pathname`: the page’s own, also for requests of its data, whose `request.url` ends in .data.
 */
export async function readRootData(visit: Visit, pathname: string, pattern: string) {
  const { services, nonce } = visit
  const { siteUrl, serviceWorker } = services.config
  const analyticsMeasurementId = isMeasured(pathname) ? services.analyticsId.current() : undefined
  const signedIn = await viewerOf(visit)
  const session = signedIn ? sessionTimes(services, signedIn) : null
  const isForStaff = signedIn && mayActAs(signedIn.account.user, 'staff') && isStaffPath(pathname)
  const offersPasskey = isForStaff && (await isOfferedPasskey(services, signedIn)) ? true : undefined
  const isEngineers = pathname === '/engineer' || pathname.startsWith('/engineer/')
  const own = signedIn && isEngineers ? await readOwnEngineer(services, signedIn) : undefined
  const jobsMark = own && (await readEngineerMarks(services.db, [own.id], services.clock.now())).get(own.id)
  const known = signedIn && !isForStaff ? await readKnownAnswers(services, signedIn) : undefined
  const unsent = isForStaff ? await readStuck(services) : undefined
  const sending = unsent ? { count: unsent.count, isMore: unsent.count >= mostStuck, since: momentText(unsent.since) } : null
  const stuck = isForStaff && !services.canStore() ? ('store' as const) : sending
  const unread = isForStaff ? await readUnreadCount(services) : 0
  const ringing = isForStaff ? await readRinging(services) : undefined
  const phoneFirst = phoneFirstText(services)
  const { isPreview, isPublic, missing } = openingOf(services)
  return {
    phoneFirst,
    nonce,
    siteUrl,
    overrides: overridesForPages(services.published.current().overrides),
    analyticsMeasurementId,
    route: countedRoute(pattern),
    engineer: own && { id: own.id, mark: jobsMark },
    viewer: signedIn ? { ...viewerView(signedIn), offersPasskey } : null,
    session,
    stuck,
    unread,
    ringing: ringing?.length ? ringing : undefined,
    serviceWorker,
    formStart: {
      known,
      redlineByPhone: services.payments ? undefined : true,
      offersTexts: textsArrive(services) || undefined,
      findsAddresses: Boolean(services.config.addressLookupUrl) || undefined,
    },
    isPreview: isPreview || undefined,
    reviewKinds: await reviewKindsOf(services, pathname),
    missing: isForStaff && isPublic && missing.length > 0 ? missing : undefined,
  }
}

/** The kinds of reviews on the home page, for the menus of public pages. */
async function reviewKindsOf({ db, config }: Services, path: string) {
  if (config.sampleData) return { hasReviews: true, hasMessages: true }
  return isPublicPath(path) ? readReviewKinds(db) : undefined
}

/** Why pages ask people to call: staff have paused online booking or have no one free yet, or test bookings fail. */
function phoneFirstText({ onlinePause, phoneFirst, clock }: Services): string {
  const limit = onlinePause.current()
  if (limit) return limitText(limit, clock.now())
  return phoneFirst.current() === null ? '' : bookingTrouble
}
