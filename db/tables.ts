import type { AccountsTables } from './tables/accounts.ts'
import type { AftercareTables } from './tables/aftercare.ts'
import type { BillingTables } from './tables/billing.ts'
import type { BookingTables } from './tables/booking.ts'
import type { CapacityTables } from './tables/capacity.ts'
import type { DeskTables } from './tables/desk.ts'
import type { IntakeTables } from './tables/intake.ts'
import type { PaymentsTables } from './tables/payments.ts'
import type { PlatformTables } from './tables/platform.ts'
import type { PricingTables } from './tables/pricing.ts'
import type { RunningTables } from './tables/running.ts'
import type { SiteTables } from './tables/site.ts'
import type { VisitTables } from './tables/visit.ts'

/**
 * The tables, as code sees them (columns are snake_case in SQL). The same on SQLite and PostgreSQL:
 * ids are UUIDv7 text, instants fixed-width ISO 8601 UTC text, days `YYYY-MM-DD` of London, money integer pence, flags 0 or 1,
 * JSON text.
 */
export interface Tables
  extends AccountsTables,
    AftercareTables,
    BillingTables,
    BookingTables,
    CapacityTables,
    DeskTables,
    IntakeTables,
    PaymentsTables,
    PlatformTables,
    PricingTables,
    RunningTables,
    SiteTables,
    VisitTables {}
