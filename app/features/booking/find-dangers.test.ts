// @module-tag never-again
import { describe, expect, it } from 'vitest'
import { advisedDangers, findDangers } from './find-dangers.ts'
import type { Danger } from './safety/danger-phrases.ts'

const speaksOf: Record<Danger, readonly string[]> = {
  gas: [
    'I can smell gas … and I feel ill',
    'Gas smell by the meter, getting worse',
    'smlel of gas',
    'theres a gass leak i think',
    'I think the gas pipe is leaking',
    'leaking gas from the cooker hose',
    'Leak at the gas meter',
    'gas is escaping from behind the hob',
    'hissing sound from the gas meter',
    'Builder drilled through a gas pipe',
    'Not sure if it is gas but something smells. Actually it smells strongly of gas',
    'No hot water. Also we smelled gas this morning',
    'the boiler is off and there is a whiff of gas',
    'Our Gas Safe engineer left and now there is a smell of gas',
  ],
  fumes: [
    'I feel dizzy when the boiler is on',
    'CO alarm keeps going off',
    'carbon monoxyde detector sounding',
    'Fumes coming out of the boiler',
    'We all have headaches since the boiler was serviced',
    'headache and feeling sick near the gas fire',
    'Boiler burns with a yellow flame',
    'black soot around the boiler',
    'my wife fainted next to the heater',
  ],
  electricity: [
    'leak above the consumer unit',
    'The sockets are wet',
    'water running down the wall by the plug sockets',
    'Electrics have tripped because of the leak',
    'lights are full of water',
    'I got an electric shock from the tap',
    'sparks from the wall where water drips',
    'electrcity went off after the flood',
    'water in the spotlights',
  ],
  ceiling: [
    'The ceiling is about to collapse',
    'ceiling bulging with water',
    'Kitchen ceiling has come down',
    'celing is sagging badly',
    'There is a bowed ceiling under the bath',
    'Cieling looks like it will fall',
    'the ceiling in the hall is giving way',
    'part of the ceiling fell on the sofa',
  ],
  trapped: [
    'My son is trapped in the bathroom',
    'I am stuck in the bath and cannot get out',
    'someone is locked in the toilet',
    'My mum is stuck under the basin',
    'Child’s hand is stuck in the plughole',
    'elderly lady trapped in flooded basement',
    'We can’t get out, the cellar door is blocked by water',
    'finger trapped',
  ],
}

const harmlessWords: readonly string[] = [
  'gas hob fitted last year',
  'Gas boiler is leaking water',
  'Need a Gas Safe engineer for the boiler',
  'There is no smell of gas',
  'I can’t smell gas, the boiler just shows F28',
  'It doesn’t smell of gas',
  'Bad smell from the drain. The gas boiler works',
  'British Gas could not come',
  'Please fit a carbon monoxide alarm',
  'carbon monoxide alarm is fitted',
  'This leak is giving me a headache',
  'Pilot light goes out and water is cold',
  'red light flashing on the boiler, water pressure low',
  'Electric shower leaking',
  'Bath plug stuck, water will not run away',
  'Water is coming through the ceiling',
  'Leak through the ceiling, coming down the wall',
  'Air trapped in the radiator',
  'I’m stuck without hot water',
  'The washing machine tripped',
  'water pipe wrapped in tape still drips',
  'The stopcock is stuck in the open position',
  'Fizzy water from the tap',
  'key is locked in the box by the door',
  '',
]

describe.each(Object.entries(speaksOf))('of %s speaks', (danger, texts) => {
  it.each(texts)('%s', (text) => {
    expect(findDangers(text)).toContain(danger)
  })
})

describe('of no danger speaks', () => {
  it.each(harmlessWords)('%s', (text) => {
    expect(findDangers(text)).toEqual([])
  })
})

it('finds each danger once, in all texts, in a fixed order', () => {
  expect(findDangers('My son is trapped in the cellar', 'I can smell gas. Gas leak!')).toEqual(['gas', 'trapped'])
})

it('advises no one near gas to go to a switch', () => {
  expect(advisedDangers({ dangers: 'gas fumes electricity ceiling trapped' })).toEqual(['gas', 'trapped'])
  expect(advisedDangers({ dangers: 'fumes electricity' })).toEqual(['fumes', 'electricity'])
})

it('comes to an end with hostile text', () => {
  for (const part of ['smell ', 'gas ', 'water ', 'i am stuck in ', 'co alarm ', '% _ <b>'])
    expect(findDangers(part.repeat(10_000 / part.length))).toBeInstanceOf(Array)
})
