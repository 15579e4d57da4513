/** Label and value, a row each. */
export type Facts = readonly (readonly [label: string, value: string])[]

/** A key that a message asks to be pressed. `isUrgent`: red, for the phone and for paying for Red Line; one of them at most. */
export interface Key {
  label: string
  href: string
  isUrgent?: true
}

/** A station of the line from booking to door, lit up by the booking's status. */
export interface Station {
  name: string
  state: 'done' | 'now' | 'next'
}

/** A part of a message. Its words are written once and rendered twice: as HTML, and as plain text. */
export type Block =
  /** The news. */
  | { heading: string }
  /** When the engineer arrives: the day, and the times in large numerals. */
  | { window: string; day: string }
  | { stations: readonly Station[] }
  | { paragraph: string }
  /** What someone wrote, line by line. */
  | { quote: string }
  /** A booking's reference, as large as it is read out. */
  | { reference: string }
  | { facts: Facts }
  /** One key, or two. */
  | { keys: readonly Key[] }
  /** Six digits to type, and what for. */
  | { code: string; use: string }
  | { warning: string }
  | { list: readonly string[] }
  /** A second heading and what belongs to it. */
  | { section: string; blocks: readonly Block[] }
  /** Small print. */
  | { note: string }
  /** A link in small print. */
  | { link: string; href: string }

/** A message in words. */
export interface Words {
  subject: string
  /** The line that mailboxes show beside the subject. */
  preview: string
  blocks: readonly Block[]
}
