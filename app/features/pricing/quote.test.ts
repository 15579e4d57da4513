import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { defaultPrices } from '#content/price-list.ts'
import { calculatorFields, durations, firstAnswers, queryOf } from './calculation/calculator.ts'
import { quoteView } from './quote.ts'

/** A Monday at 10:20, while both offers are on. */
const monday = new Date('2026-11-23T10:20:00Z')
const view = (query: string | Record<string, string>, now = monday) => quoteView(new URLSearchParams(query), now, defaultPrices)
/** Each line with its amount in pounds, and the total. */
const bill = (query: string | Record<string, string>) => {
  const { quote, problems } = view(query)
  expect(problems).toEqual({})
  return [...(quote?.lines ?? []).map(({ label, amountPence }) => [label, amountPence / 100]), ['Total', (quote?.totalPence ?? 0) / 100]]
}

const callout = 'Call-out including first 30 minutes, '

describe('A quote, worked by hand', () => {
  it('of nothing said is for an hour, if someone came now', () => {
    expect(bill('')).toEqual([
      [`${callout}day rate`, 119],
      ['1 × 30 minutes at £70, day rate', 70],
      ['Total', 189],
    ])
    expect(view('').quote).toMatchObject({
      title: 'If we arrived now',
      rate: 'Day rate, until 6pm on Monday 23 November',
      vatPence: 3_150,
      notes: [],
    })
    expect(view('').answers).toEqual(firstAnswers)
  })

  test.each<[string, string, [string, number][]]>([
    [
      'all that can be added',
      // 119 + 3 × 70 + 24.50 × 1.25 + 29.99 + 7.20 + 18
      'minutes=120&materials=24.50&parking=7.20&zone=yes&redline=online',
      [
        [`${callout}day rate`, 119],
        ['3 × 30 minutes at £70, day rate', 210],
        ['Materials: £24.50 plus 25%', 30.62],
        ['Red Line priority fee', 29.99],
        ['Parking, at cost', 7.2],
        ['Congestion Charge, at cost', 18],
      ],
    ],
    [
      'the call-out offer',
      'minutes=60&offer=callout-25',
      [
        [`${callout}day rate`, 119],
        ['Offer: 25% off call-out fee today', -29.75],
        ['1 × 30 minutes at £70, day rate', 70],
      ],
    ],
    [
      'the boiler offer on a Saturday night',
      'when=at&day=2026-11-28&time=23:00&minutes=60&offer=boiler-65',
      [
        [`${callout}night, Sunday and bank holiday rate`, 189],
        ['Offer: Boiler call-out £65', -124],
        ['1 × 30 minutes at £98, night, Sunday and bank holiday rate', 98],
      ],
    ],
    [
      'Christmas Day in the zone, where nothing is charged',
      'when=at&day=2026-12-25&time=13:00&minutes=30&zone=yes',
      [[`${callout}night, Sunday and bank holiday rate`, 189]],
    ],
  ])('%s', (_, query, lines) => {
    const total = lines.reduce((sum, [, pounds]) => sum + Math.round(pounds * 100), 0) / 100
    expect(bill(query)).toEqual([...lines, ['Total', total]])
  })

  test.each([
    ['2026-11-23T17:45Z', 'Day rate, until 6pm on Monday 23 November', 20_300],
    ['2026-11-29T13:00Z', 'Night, Sunday and bank holiday rate, until 8am on Monday 30 November', 28_700],
    ['2026-12-24T21:40Z', 'Evening and Saturday rate, until 10pm on Thursday 24 December', 24_700],
    ['2026-12-25T10:00Z', 'Night, Sunday and bank holiday rate, until 8am on Saturday 26 December', 28_700],
    ['2027-03-28T00:30Z', 'Night, Sunday and bank holiday rate, until 8am on Tuesday 30 March', 28_700],
    ['2026-10-25T00:30Z', 'Night, Sunday and bank holiday rate, until 8am on Monday 26 October', 28_700],
  ])('now is %s: %s', (now, rate, totalPence) => {
    expect(view('', new Date(now)).quote).toMatchObject({ title: 'If we arrived now', rate, totalPence })
  })

  it('is for the hour after where the clocks leave one out, and notes where the zone charges nothing', () => {
    expect(view('when=at&day=2027-03-28&time=01:30').quote?.title).toContain('2.30am')
    expect(view('when=at&day=2026-11-24&time=19:00&zone=yes').quote?.notes).toHaveLength(1)
    expect(view('zone=yes').quote?.notes).toEqual([])
  })
})

describe('An amount', () => {
  test.each([
    ['', 0],
    ['£', 0],
    ['.5', 50],
    ['24.5', 2_450],
    [' £24.50 ', 2_450],
    ['1,024.50', 102_450],
    ['1 024', 102_400],
    ['1.15', 115],
    ['10000', 1_000_000],
    ['10,000.00', 1_000_000],
  ])('typed as %j is %i pence', (typed, pence) => {
    const { quote, problems } = view({ parking: typed, minutes: '30' })
    expect(problems).toEqual({})
    expect((quote?.totalPence ?? 0) - 11_900).toBe(pence)
  })

  it('is refused if it can’t be read as an amount or is above the most we work out', () => {
    const notPounds = ['abc', '-5', '−5', '24,50', '1,2', '1,0000', '1.234', '1e3', '0x10', '24.50p', '1\ufffd2']
    for (const field of ['materials', 'parking'])
      for (const typed of [...notPounds, '10000.01', '10001', '9'.repeat(40)]) {
        const { problems, quote } = view({ [field]: typed })
        expect([typed, Object.keys(problems), quote]).toEqual([typed, [field], undefined])
      }
  })
})

describe('A moment', () => {
  const outside = 'Choose a day between today and a year from now'
  test.each([
    ['2026-11-23', undefined],
    ['2027-11-23', undefined],
    ['2026-11-22', outside],
    ['2027-11-24', outside],
    ['2999-12-31', outside],
    ['', 'Choose a day'],
    ['2027-02-29', 'Choose a day'],
    ['2026-13-01', 'Choose a day'],
    ['tomorrow', 'Choose a day'],
  ])('on the day %j: %s', (day, problem) => {
    expect(view({ when: 'at', day, time: '10:00' }).problems.day).toBe(problem)
    // 'Now' needs no day.
    expect(view({ when: 'now', day, time: '10:00' }).problems).toEqual({})
  })

  it('is judged by the day of London, where it is tomorrow already', () => {
    const lateInJuly = new Date('2027-07-14T23:30:00Z')
    expect(view('when=at&day=2027-07-14&time=10:00', lateInJuly).problems.day).toBe(outside)
    expect(view('when=at&day=2027-07-15&time=10:00', lateInJuly).problems).toEqual({})
    expect(view('', lateInJuly).today).toBe('2027-07-15')
  })

  it('is at a time of the clock', () => {
    const problemsAt = (time: string) => Object.keys(view({ when: 'at', day: '2026-11-24', time }).problems)
    for (const time of ['25:00', '24:00', '18:60', '', '1830', '6pm', '-1:00', '18:3', '18:30:00'])
      expect([time, problemsAt(time)]).toEqual([time, ['time']])
    for (const time of ['00:00', '9:05', '09.05', '23:59', ' 18:30 ']) expect([time, problemsAt(time)]).toEqual([time, []])
  })
})

describe('What is not on offer', () => {
  it('is refused', () => {
    for (const [field, value] of [
      ['when', 'later'],
      ['minutes', '45'],
      ['minutes', ''],
      // In another spelling the select would show a different option from the one priced.
      ['minutes', '6e1'],
      ['zone', 'no'],
      ['redline', '__proto__'],
      ['offer', 'free'],
    ] as const) {
      const { problems, answers, quote } = view({ [field]: value })
      expect([Object.keys(problems), answers[field], quote]).toEqual([[field], value, undefined])
    }
  })

  it('is an offer that has ended: its last day is the last', () => {
    expect(view('offer=boiler-65', new Date('2027-01-31T23:59:59Z')).quote?.totalPence).toBe(16_300)
    expect(view('offer=boiler-65', new Date('2027-02-01T00:00:00Z'))).toMatchObject({ problems: { offer: 'This offer has ended' } })
    expect(view('offer=callout-25', new Date('2027-02-01T00:00:00Z')).problems).toEqual({})
  })

  it('is named field by field, in the order of the form', () => {
    const { problems, quote } = view('when=at&minutes=7&materials=x&parking=y&offer=z')
    expect(calculatorFields.filter((field) => problems[field])).toEqual(['day', 'time', 'minutes', 'materials', 'parking', 'offer'])
    expect(quote).toBeUndefined()
  })
})

describe('Any query', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom('__proto__', '', '\u0000', '\ud800', '9'.repeat(10_000)),
  )
  const key = fc.oneof(fc.constantFrom(...calculatorFields, '__proto__', 'constructor', 'when[]', 'minutes[0]'), nasty)
  const query = fc.array(fc.tuple(key, nasty)).map((pairs) => new URLSearchParams(pairs))

  it('has an answer of bounded size: problems with fields, or a sum, never both or neither', () => {
    fc.assert(
      fc.property(query, (asked) => {
        const answer = quoteView(asked, monday, defaultPrices)
        expect(JSON.stringify(answer).length).toBeLessThan(5_000)
        expect(Object.keys(answer.answers)).toEqual([...calculatorFields])
        for (const field of calculatorFields) expect(answer.answers[field].length).toBeLessThanOrEqual(40)
        expect(answer.quote === undefined).toBe(Object.keys(answer.problems).length > 0)
        for (const field of Object.keys(answer.problems)) expect(calculatorFields).toContain(field)
      }),
    )
  })

  it('that says one thing twice is taken by the first', () => {
    expect(view('minutes=30&minutes=60').answers.minutes).toBe('30')
  })

  it('that the form makes of answers means these answers, and nothing of what is as at first', () => {
    expect(queryOf(firstAnswers)).toBe('')
    const answers = fc.record({
      when: fc.constantFrom('now', 'at'),
      day: fc.string({ maxLength: 12 }),
      time: fc.string({ maxLength: 8 }),
      minutes: fc.constantFrom(...durations.map(String)),
      materials: fc.string({ maxLength: 12 }),
      parking: fc.string({ maxLength: 12 }),
      zone: fc.constantFrom('', 'yes'),
      redline: fc.constantFrom('', 'online', 'phone'),
      offer: fc.constantFrom('', 'boiler-65', 'callout-25'),
    })
    fc.assert(
      fc.property(answers, (typed) => {
        expect(view(queryOf(typed)).answers).toEqual(typed)
      }),
    )
  })
})
