import { describe, expect, it } from 'vitest'
import { localities } from './areas/localities.ts'
import { mapBoroughs } from './borough-map.ts'
import { coverage } from './coverage.ts'
import { emergencyTypes } from './emergency-types.ts'
import { chatFileOf, chatWords, sampleMessages, sampleReviews } from './reviews.ts'

const served = new Set<string>([
  ...coverage.map(([name]) => name),
  ...mapBoroughs.map(({ name }) => name),
  ...localities.map(({ name }) => name),
])
const sorted = (names: readonly string[]) => [...new Set(names)].sort()

describe('The written reviews', () => {
  // As the specification has them.
  it('are 15, of all nine emergencies, from places that we list, each by someone else', () => {
    expect(sampleReviews).toHaveLength(15)
    expect(sorted(sampleReviews.map(({ service }) => service))).toEqual(sorted(emergencyTypes.map(({ name }) => name)))
    expect(sampleReviews.map(({ area }) => area).filter((area) => !served.has(area))).toEqual([])
    for (const of of ['id', 'name', 'text'] as const) expect(new Set(sampleReviews.map((review) => review[of])).size, of).toBe(15)
  })
})

describe('The chats', () => {
  it('are 9, each with a drawing of its own, by someone from a place that we list', () => {
    expect(sampleMessages).toHaveLength(9)
    expect(new Set(sampleMessages.map(chatFileOf)).size).toBe(9)
    expect(sampleMessages.map(({ area }) => area).filter((area) => !served.has(area))).toEqual([])
  })

  it('are told in full to those who do not see the drawing', () => {
    for (const message of sampleMessages)
      for (const words of [message.name, message.area, message.text, message.reply]) expect(chatWords(message)).toContain(words)
  })
})
