import { type Kysely, sql } from 'kysely'

/** Each sentence of the cost guide that calls the estimate the price cap, and what it becomes. */
const sentences: readonly (readonly [before: string, after: string])[] = [
  ['**The estimate is a promise**', '**The price cap is a promise**'],
  [
    'Before you book online you’ll see an estimate: a base price for the job, multiplied by a figure for your borough. If you call instead, the engineer gives you a price before starting. The base prices are:',
    'Before you book, online or by phone, you’re told the most you’ll pay: your price cap. It starts from an estimate: a base price for the job, multiplied by a figure for your borough. The base prices are:',
  ],
  [
    'The estimate is for a typical job of that type. We work out your bill from our rates. Call-out, time, materials and make-safe together never cost more than the estimate, at any hour, unless you agree to extra work first. A toilet repair in Bexley is estimated at £93.50, so you pay no more than that, even though a call-out alone costs more. Parking, the Congestion Charge, Red Line and any offer are shown separately. An offer lowers the estimate too.',
    'The estimate is for a typical job of that type. The price cap is the estimate, or the call-out charge when your arrival window starts, if that’s more: the call-out is our minimum charge. We work out your bill from our rates. Call-out, time, materials and make-safe together never cost more than the price cap unless you agree to extra work first. A toilet repair in Bexley is estimated at £93.50, so its price cap is the call-out: £119 by day, £149 in the evening and £189 at night. Parking and the Congestion Charge are added at cost. A Red Line fee is shown as a separate line. An offer lowers the price cap.',
  ],
  [
    'At our rates, that’s £127.00. The estimate is £150, so you pay £127.00.',
    'At our rates, that’s £127.00. The price cap is £150, so you pay £127.00.',
  ],
  ['The estimate is £135. The first repair takes 30 minutes.', 'The price cap is £135. The first repair takes 30 minutes.'],
  ['so far, under the estimate. The rest', 'so far, under the price cap. The rest'],
  [
    'The estimate is £130 times 0.95, which is £123.50, so you pay £123.50.',
    'The estimate is £130 times 0.95, which is £123.50. The price cap is the evening call-out, which is more, so you pay £149.00.',
  ],
  ['- Total: **£153.49**', '- Total: **£178.99**'],
]

/** The cost guide that the site started with says what a price cap is now, unless someone has edited it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [before, after] of sentences)
    await sql`update blog_posts set content = replace(content, ${before}, ${after})
      where slug = 'emergency-plumbing-costs-2026' and updated_at = created_at`.execute(db)
}
