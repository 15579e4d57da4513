import { toInstant } from '#app/values/clock.ts'
import type { World } from './world.ts'

/** The owner has entered these values, such as their details or fees. */
export async function setOwnerValues({ services, clock }: Pick<World, 'services' | 'clock'>, name: string, values: object): Promise<void> {
  const row = { name, value: JSON.stringify(values), revision: 1, updatedAt: toInstant(clock.now()) }
  await services.db.insertInto('ownerValues').values(row).execute()
  await services.published.refresh()
}
