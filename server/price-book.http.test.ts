// @module-tag never-again
import { expect, it } from 'vitest'
import { enteredAs } from '#test/support/finished-visit.ts'
import { shareSite } from '#test/support/site.ts'

const shared = shareSite({ accounts: true })

it('The price book keeps what a part was before, and never loses a change to another', async () => {
  const site = await shared()
  const part = { name: 'Stopcock 15 mm', unit: 'each', cost: '6.40' }
  const rows = () => site.db.selectFrom('parts').selectAll().execute()
  const owner = await enteredAs(site, 'owner')
  const wrong = await owner.post('/staff/parts', { ...part, cost: 'a fiver' })
  expect([wrong.status, wrong.text.includes('like 24.50'), wrong.text.includes('a fiver')]).toEqual([400, true, true])
  expect(await owner.post('/staff/parts', part)).toMatchObject({ status: 303, location: '/staff/parts?done=saved' })
  const twice = await owner.post('/staff/parts', { ...part, name: ' stopcock  15 MM' })
  expect([twice.status, twice.text.includes('already a part with this name')]).toEqual([400, true])
  const [added] = await rows()
  expect(added).toMatchObject({ name: 'Stopcock 15 mm', costPence: 640, isActive: 1, revision: 1 })

  const saved = { ...part, id: added?.id ?? '', seen: '1', cost: '7.10', isActive: 'yes' }
  expect(await owner.post('/staff/parts', saved)).toMatchObject({ status: 303 })
  const late = await owner.post('/staff/parts', { ...saved, cost: '5' })
  expect([late.status, late.text.includes('Someone else has changed this part')]).toEqual([409, true])
  expect((await owner.post('/staff/parts', { ...saved, seen: '2', isActive: 'no' })).status).toBe(303)
  expect(await rows()).toMatchObject([{ costPence: 710, isActive: 0, revision: 3 }])
  const shown = (await owner.open('/staff/parts')).text
  expect(shown).toContain('Our cost: £7.10 each. The customer pays £8.87')
  const former = await site.db.selectFrom('partChanges').select(['costPence', 'isActive']).orderBy('id').execute()
  expect(former).toEqual([
    { costPence: 640, isActive: 1 },
    { costPence: 710, isActive: 1 },
  ])
  const audit = await site.db.selectFrom('auditLog').select('detail').where('action', '=', 'part.change').orderBy('id').execute()
  expect(JSON.parse(audit[0]?.detail ?? '{}')).toMatchObject({ costPence: 710, formerCostPence: 640 })
})
