import type { Kept } from './outbox.ts'
import { changeStore, exchange } from './outbox-store.ts'

/** Makes another item of a kept one, or none; without one to begin with, perhaps a new one. */
export type Change = (item?: Kept) => Kept | undefined

/** The bookings that wait on this device, as its store has them; in memory where the store does not take a change. */
export class KeptBookings {
  items: readonly Kept[] = []
  /** Keys whose last change the store did not take: of these, `items` is right and the store is not. */
  readonly #unsaved = new Set<string>()
  readonly #limitMs: number

  /** `limitMs`: after this time the store counts as broken. */
  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  find = (key: string): Kept | undefined => this.items.find((item) => item.key === key)

  /** False when something is kept in memory only. */
  isDurable = (): boolean => !this.items.some(this.#isUnsaved)

  #isUnsaved = ({ key }: Kept): boolean => this.#unsaved.has(key)

  /** Changes an item in the store, else in memory; without arguments it only reads. Returns what the store has then, if it can be used. */
  async change(key = '', to?: Change): Promise<Kept[] | undefined> {
    const own = this.find(key)
    try {
      const stored = await Promise.race([
        changeStore(key, to && ((item) => to(this.#unsaved.has(key) ? own : item))),
        new Promise<never>((_, reject) => setTimeout(reject, this.#limitMs)),
      ])
      if (to) this.#unsaved.delete(key)
      const saved = stored.filter((item) => !item.acknowledgement && !this.#isUnsaved(item))
      this.items = [...saved, ...this.items.filter(this.#isUnsaved)]
      return stored
    } catch {
      if (!to) return undefined
      this.#unsaved.add(key)
      this.items = exchange(this.items, key, to(own))
      return undefined
    }
  }
}
