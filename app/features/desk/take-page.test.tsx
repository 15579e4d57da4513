import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { TakePage } from './components/take-page.tsx'

const usual = {
  ...{ formKey: 'f', draftKey: 'd', today: '2026-11-24', slots: ['10:00 - 12:00'], nextVisit: '' },
  redline: { left: 5, why: '', isSoldOut: false },
}

/** Each folded part of the form: whether it is open, and the fields in it. */
function partsOf(props: Partial<Parameters<typeof TakePage>[0]>) {
  const Form = createRoutesStub([{ path: '/', Component: () => <TakePage {...usual} {...props} /> }])
  const html = renderToStaticMarkup(<Form />)
  const parts = [...html.matchAll(/<details class="folded[^"]*"( open="")?>(.*?)<\/details>/g)]
  return parts.map(([, isOpen, inside = '']) => ({
    isOpen: isOpen !== undefined,
    names: [...inside.matchAll(/ name="(\w+)"/g)].map(([, name]) => name),
  }))
}

test('A booking by phone folds what most calls leave out, never what must be answered, and opens it for a problem or a value', () => {
  const [later, rare] = partsOf({})
  expect([later?.isOpen, rare?.isOpen]).toEqual([false, false])
  const folded = [later, rare].flatMap((part) => part?.names ?? [])
  expect(folded).toEqual(expect.arrayContaining(['preferredDate', 'timeSlot', 'borough', 'accessNotes', 'contactBy']))
  for (const name of ['phone', 'postcode', 'service', 'serviceLevel', 'name', 'vulnerableOccupant']) expect(folded).not.toContain(name)
  const open = (props: Parameters<typeof partsOf>[0]) => partsOf(props).map(({ isOpen }) => isOpen)
  expect(open({ problems: { preferredDate: 'Wrong' }, refusal: 'Wrong' })).toEqual([true, false])
  expect(open({ typed: { timeSlot: 'ASAP', contactBy: 'both', borough: '' } })).toEqual([false, false])
  expect(open({ typed: { timeSlot: 'ASAP', contactBy: 'text' } })).toEqual([false, true])
  expect(open({ start: { typed: { contactBy: 'text' } } })).toEqual([false, false])
  expect(open({ start: { returnOf: 'b', reference: 'BK-1', typed: {} } })).toEqual([true, false])
})
