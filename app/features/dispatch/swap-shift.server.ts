import type { Selectable, Transaction } from 'kysely'
import { EntryNotFound, StepRefused } from '#app/features/booking/refusals.ts'
import { assignProblem } from '#app/features/capacity/gas-safe.ts'
import { ofPerson, personNotFound, type RotaPerson, readPeopleOf } from '#app/features/capacity/rota-people.server.ts'
import { spanOf } from '#app/features/capacity/working-hours.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import type { ShiftsTable } from '#db/tables/capacity.ts'
import type { Tables } from '#db/tables.ts'
import { changeHours, readJobsAtStake } from './guards/jobs-at-stake.server.ts'
import { readOtherShifts, requireFree } from './guards/require-free.server.ts'
import { shiftChanged } from './plan-shift.server.ts'

interface SwapShift {
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  shiftId: string
  /** The shift that they get in return, or who takes it without one. */
  with: { shiftId: string } | { personId: string }
  /** The ids of the jobs that they were shown, and agreed to hand over. */
  jobsSeen?: readonly string[]
}

type Row = Selectable<ShiftsTable>

/**
 * Swaps a shift with a colleague's on the same rota, or gives it to them. Jobs keep their time and go to the engineer who works then.
 * Throws `JobsAtStake` unless each of the jobs was seen, `EntryNotFound`, or `StepRefused`: for gas work without a Gas Safe number, for
 * someone who is away or works then, and for a job whose engineer has arrived.
 */
export async function swapShift(services: Services, { staffId, shiftId, with: other, jobsSeen = [] }: SwapShift): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const given = await readShift(tx, shiftId)
    const taken = 'shiftId' in other ? await readShift(tx, other.shiftId) : undefined
    const [giver, taker] = await Promise.all([
      readPerson(tx, given.personId),
      readPerson(tx, taken?.personId ?? ('personId' in other ? other.personId : '')),
    ])
    if (giver.id === taker.id) throw new StepRefused(`That’s ${giver.name}’s own shift. Choose another person’s.`)
    if (giver.rota !== taker.rota)
      throw new StepRefused('Engineers and dispatchers have rotas of their own. Choose someone on the same one.')
    const after = [{ ...given, personId: taker.id }, ...(taken ? [{ ...taken, personId: giver.id }] : [])]
    const before = taken ? [given, taken] : [given]

    const ids = before.map(({ id }) => id)
    const readAtStake = async () => {
      const kept = [...after]
      for (const shift of before) kept.push(...(await readOtherShifts(tx, shift, { personIds: [giver.id, taker.id], without: ids })))
      return readJobsAtStake(tx, before, kept)
    }
    await changeHours(services, tx, {
      ...{ staffId, jobsSeen, rota: giver.rota, personIds: [giver.id, taker.id], span: spanOf(before), readAtStake },
      handOver(booking, name) {
        const [from, to] = booking.engineerId === giver.id ? [giver, taker] : [taker, giver]
        const problem = assignProblem(booking, to)
        if (problem) throw new StepRefused(`${booking.reference}: ${problem}`)
        const note = taken ? `${from.name} and ${to.name} swapped shifts` : `${to.name} took over ${from.name}’s shift`
        return { engineerId: to.id, text: `gave the job to ${to.name}, who now has ${name}’s shift`, note }
      },
      change: () => writeSwap(services, tx, { giver, taker, before, after, staffId }),
    })
  })
  services.jobsAdded()
}

interface Swap {
  giver: RotaPerson
  taker: RotaPerson
  before: readonly Row[]
  after: readonly Row[]
  staffId: string
}

/** Gives both shifts to the other person. Both are locked, so their details and shifts stay the same until the transaction ends. */
async function writeSwap({ clock }: Services, tx: Transaction<Tables>, { giver, taker, before, after, staffId }: Swap): Promise<void> {
  for (const { id, gasSafeNumber } of [giver, taker])
    if ((await readPerson(tx, id)).gasSafeNumber !== gasSafeNumber) throw new StepRefused(shiftChanged)
  const ids = before.map(({ id }) => id)
  for (const shift of after) await requireFree(tx, shift.personId === giver.id ? giver : taker, shift, ids)
  const removed = await tx
    .deleteFrom('shifts')
    // A colleague may have changed them before they were locked.
    .where(({ and, or }) => or(before.map(({ id, personId, startsAt, endsAt, kind }) => and({ id, personId, startsAt, endsAt, kind }))))
    .returning('id')
    .execute()
  if (removed.length < before.length) throw new StepRefused(shiftChanged)
  await tx
    .insertInto('shifts')
    .values(
      after.map(({ id, startsAt, endsAt, kind, personId }) => ({
        ...{ id, startsAt, endsAt, kind },
        ...ofPerson({ rota: giver.rota, id: personId }),
      })),
    )
    .execute()
  for (const { id, personId, startsAt, endsAt } of after)
    await recordAudit(tx, clock.now(), {
      actor: staffId,
      action: 'shift.swap',
      subject: personId,
      detail: { shift: id, startsAt, endsAt },
    })
}

async function readShift(tx: Transaction<Tables>, id: string): Promise<Row> {
  const shift = await tx.selectFrom('shifts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!shift) throw new EntryNotFound('This shift no longer exists. Please check the rota again.')
  return shift
}

async function readPerson(tx: Transaction<Tables>, id: string): Promise<RotaPerson> {
  const [person] = await readPeopleOf(tx, [id])
  if (!person) throw personNotFound()
  if (person.retiredAt) throw new StepRefused(`${person.name} has left. Choose someone else.`)
  return person
}
