import { addEngineer } from '#app/features/dispatch/save-engineer.server.ts'
import type { World } from './world.ts'

/** Adds an engineer to the roster, as staff do; returns their id. */
export const engineer = ({ services }: Pick<World, 'services'>, name = 'Dan Okoro', gasSafeNumber = ''): Promise<string> =>
  addEngineer(services, {
    staffId: 'owner',
    sharesPhone: true,
    fields: { name, phone: '07700 900111', gasSafeNumber, base: 'Stratford depot' },
  })
