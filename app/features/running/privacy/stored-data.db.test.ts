import { expect, test } from 'vitest'
import { freshWorld } from '#test/support/fresh.ts'
import { onOneEngine } from '#test/support/world.ts'
import { heldBackByName, storedData } from './stored-data.ts'

/** A column's name in the code. */
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

onOneEngine('What is stored of people', (engine) => {
  test('is decided for every table and every column of the database: handed out, or held back with a reason', async () => {
    const { services } = await freshWorld(engine)
    const tables = (await services.db.introspection.getTables()).filter(({ name }) => !name.startsWith('kysely_'))
    expect(tables.map(({ name }) => camel(name)).sort()).toEqual(Object.keys(storedData).sort())
    const allColumns = tables.flatMap(({ columns }) => columns.map((column) => camel(column.name)))
    expect(allColumns).toEqual(expect.arrayContaining(Object.keys(heldBackByName)))
    for (const { name, columns } of tables) {
      const decision = storedData[camel(name) as keyof typeof storedData]
      if (typeof decision === 'string') expect(decision.length, name).toBeGreaterThan(10)
      else {
        const { handedOut, heldBack = {} }: { handedOut: readonly string[]; heldBack?: object } = decision
        const named = [...handedOut, ...Object.keys(heldBack)]
        const all = columns.map((column) => camel(column.name))
        const byName = all.filter((column) => Object.hasOwn(heldBackByName, column) && !named.includes(column))
        expect([...named, ...byName].sort(), name).toEqual(all.sort())
      }
    }
  })
})

test('nothing that guards an account is handed out', () => {
  for (const [name, decision] of Object.entries(storedData))
    if (typeof decision !== 'string')
      expect(
        decision.handedOut.filter((column: string) => /^code|^token|Hash$|Secret|^sealed|Token|KeyId|^payload$|Code$/.test(column)),
        name,
      ).toEqual([])
})
