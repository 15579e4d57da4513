/** A random number generator for a simulated day. The same seed always gives the same numbers. */
export interface Chance {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** From `least` up to, but not including, `most`. */
  between(least: number, most: number): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  /** Returns true this percentage of the time. */
  percent(percent: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** Mulberry32, which has 32 bits of state: good enough for a simulated day. */
export function chanceOf(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x9e3779b9)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    between: (least, most) => least + next() * (most - least),
    percent: (percent) => next() * 100 < percent,
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
  }
}
