import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import type { BillsTable } from '#db/tables/billing.ts'
import { readLastBill } from './bill-balance.server.ts'

/* A link for paying one bill, without access to anything else of its booking. An engineer's phone shows it as a code: the private link, at
   which customers also agree to extra work or cancel, is never on that phone. */

type Payable = Pick<BillsTable, 'id' | 'bookingId' | 'reference'>

const codeOf = (secrets: Services['secrets'], { id, bookingId }: Payable, keyId?: string) =>
  secrets.sign('bill-payment', `${bookingId}:${id}`, keyId)

/** The whole link, `https://…/pay/2026-0001/{code}`. */
export const payUrl = ({ secrets, config }: Pick<Services, 'secrets' | 'config'>, bill: Payable): string =>
  `${config.siteUrl}/pay/${bill.reference}/${codeOf(secrets, bill)}`

/** The bill of a payment link; undefined if there is none, or another bill has replaced it. */
export async function readPayable(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  { reference, code }: { reference: string; code: string },
): Promise<Payable | undefined> {
  const bill = await db.selectFrom('bills').select(['id', 'bookingId', 'reference']).where('reference', '=', reference).executeTakeFirst()
  const keyIds = [secrets.currentKeyId, ...secrets.olderKeyIds]
  if (!bill || !keyIds.some((keyId) => sameSecret(code, codeOf(secrets, bill, keyId)))) return undefined
  return (await readLastBill(db, bill.bookingId))?.id === bill.id ? bill : undefined
}
