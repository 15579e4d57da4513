import { createContext } from 'react-router'
import type { Clock } from '#app/values/clock.ts'
import type { AnalyticsId } from './analytics-id.ts'
import type { AuditHeads } from './audit-heads.ts'
import type { Calls } from './calls.ts'
import type { Config } from './config.ts'
import type { Database, Engine, OpenDatabase } from './database.ts'
import type { StoreUnavailable } from './errors.ts'
import type { FilePlace } from './file-places.ts'
import type { Log } from './log.ts'
import type { Lookup } from './lookup.ts'
import type { Mail } from './mail.ts'
import type { OnlinePause } from './online-pause.ts'
import type { PaymentProvider } from './payments.ts'
import type { PhoneFirst } from './phone-first.ts'
import type { Published } from './published.ts'
import type { Secrets } from './secrets.ts'
import type { SigningKeys } from './signing-keys.ts'
import type { Texts } from './texts.ts'

/** Passed to every verb. Tests use a real database and their own clock; only network ports are ever faked. */
export interface Services {
  db: Database
  engine: Engine
  /** See `OpenDatabase`. */
  canStore: OpenDatabase['canStore']
  clock: Clock
  config: Config
  secrets: Secrets
  /** Heads of the audit log known from outside the database. */
  auditHeads: AuditHeads
  mail: Mail
  files: FilePlace
  /** Sends text messages. */
  texts: Texts
  calls: Calls
  signingKeys: SigningKeys
  /** Null until a payment provider is configured ('Configuration Error'). */
  payments: PaymentProvider | null
  /** The measurement id that pages name. */
  analyticsId: AnalyticsId
  /** The business's details, prices and evidence. */
  published: Published
  phoneFirst: PhoneFirst
  onlinePause: OnlinePause
  /** Returns the exact district of a postcode, if a look-up service is configured. */
  districtOf: Lookup<string>
  /** Returns the addresses at a postcode, if a look-up service is configured. */
  addressesOf: Lookup<string[]>
  log: Log
  /** Wakes the worker after a job was added. */
  jobsAdded(): void
  /** Makes cached pages render again after their content has changed. */
  pagesChanged(): void
}

/** A request, as loaders and actions see it. */
export interface Visit {
  services: Services
  /** Keyed hash of the client's address: limits are counted on it, the address itself is not kept. */
  clientKey: string
  /** The User-Agent header; '' if absent. */
  userAgent: string
  /** The request's Cookie header. */
  cookies: string | null
  /** For the scripts of this one response. */
  nonce: string
  /** false: an unsafe request that another site's page sent. Only the two pages of a booking see one (server/http/origin.ts). */
  sameOrigin: boolean
  /** Developer tools are on, and the request comes from this machine itself. */
  isOnThisMachine: boolean
  /** The security headers of a private page, unless it has its own. */
  headers: Readonly<Record<string, string>>
  /** The time until which the page may be kept, in ms since 1970: set by a loader whose figures change. */
  keepUntil?: number
  /** The request's scheme; undefined if only a proxy could tell and none did. */
  scheme: 'https' | 'http' | undefined
  /** Only the headers are requested, as by a link checker: loaders with an effect do nothing then. */
  isHead?: boolean
  /** Set if the store could not be used: the response is then a 503, even if a page was rendered. */
  unavailable?: StoreUnavailable
}

export const visitContext = createContext<Visit>()
