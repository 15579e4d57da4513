import type { Clock } from '#app/values/clock.ts'
import { createAnalyticsId } from './analytics-id.ts'
import { chainAudit } from './audit.ts'
import { createAuditHeads } from './audit-heads.ts'
import { createCalls } from './calls.ts'
import type { Config } from './config.ts'
import type { OpenDatabase } from './database.ts'
import { photoFiles } from './file-places.ts'
import { createLog } from './log.ts'
import { createAddressLookup, createDistrictLookup } from './lookup.ts'
import { createMail } from './mail.ts'
import { createOnlinePause } from './online-pause.ts'
import type { PaymentProvider } from './payments.ts'
import { createPhoneFirst } from './phone-first.ts'
import { createPublished } from './published.ts'
import { createSecrets, keyOfDataDir, type Secrets } from './secrets.ts'
import type { Services } from './services.ts'
import { createSigningKeys } from './signing-keys.ts'
import { createTexts } from './texts.ts'

interface Parts {
  clock: Clock
  /** Without it, no payments are taken. */
  payments?(parts: Pick<Services, 'config' | 'secrets' | 'db'>): PaymentProvider | null
  jobsAdded?(): void
  pagesChanged?(): void
}

/** Secrets under SECRET_KEY, or under the key of the data directory, which is created if missing. */
export const secretsOf = ({ secretKeys, dataDir }: Pick<Config, 'secretKeys' | 'dataDir'>): Secrets =>
  createSecrets(secretKeys.length > 0 ? secretKeys : [keyOfDataDir(dataDir)])

/** Builds the services from the configuration and an open database. */
export function createServices(
  config: Config,
  database: OpenDatabase,
  { clock, payments = () => null, jobsAdded = () => undefined, pagesChanged = () => undefined }: Parts,
): Services {
  const log = createLog(config.logLevel)
  const secrets = secretsOf(config)
  chainAudit(database.db, secrets)
  return {
    ...database,
    clock,
    config,
    secrets,
    auditHeads: createAuditHeads(),
    mail: createMail(config, database.db, clock),
    files: photoFiles(config),
    texts: createTexts({ ...database, config, clock, secrets }),
    calls: createCalls(config),
    signingKeys: createSigningKeys({ ...database, clock, secrets, config }),
    payments: payments({ config, secrets, db: database.db }),
    analyticsId: createAnalyticsId({ config, secrets, db: database.db, log }),
    published: createPublished({ db: database.db, log, pagesChanged }),
    phoneFirst: createPhoneFirst({ db: database.db, log }),
    onlinePause: createOnlinePause({ db: database.db, clock, log, pagesChanged }),
    districtOf: createDistrictLookup(config.postcodeLookupUrl, clock, log),
    addressesOf: createAddressLookup(config.addressLookupUrl, clock, log),
    log,
    jobsAdded,
    pagesChanged,
  }
}
