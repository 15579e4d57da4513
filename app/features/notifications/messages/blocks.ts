/** Label and value, a row each. */
export type Facts = readonly (readonly [label: string, value: string])[]

/** A part of a message. Its words are written once and rendered twice: as HTML, and as plain text. */
export type Block =
  | { heading: string }
  | { paragraph: string }
  /** A booking's reference, as large as it is read out. */
  | { reference: string }
  | { facts: Facts }
  /** A link, as a button in HTML. `note`: what to know of it. */
  | { link: string; href: string; note?: string }
  /** Six digits to type, and what for. */
  | { code: string; use: string }
  /** A number to call. `href`: `tel:` and the number. */
  | { phone: string; href: string; label: string }
  | { warning: string }
  | { list: readonly string[] }
  /** A second heading and what belongs to it. */
  | { section: string; blocks: readonly Block[] }
  /** Small print. */
  | { note: string }

/** A message in words. */
export interface Words {
  subject: string
  blocks: readonly Block[]
}
