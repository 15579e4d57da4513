/** Label and value, a row each. */
export type Facts = readonly (readonly [label: string, value: string])[]

/** A button in a message. `isUrgent`: red, for the phone and for paying for Red Line; at most one. */
export interface Key {
  label: string
  href: string
  isUrgent?: true
}

/** A station of the line from booking to door, filled according to the booking's status. */
export interface Station {
  name: string
  state: 'done' | 'now' | 'next'
}

/** A part of a message. Written once and rendered twice: as HTML, and as plain text. */
export type Block =
  /** The news. */
  | { heading: string }
  /** When the engineer arrives: the day, and the times in large numerals. */
  | { window: string; day: string }
  | { stations: readonly Station[] }
  | { paragraph: string }
  /** Typed text, line by line. */
  | { quote: string }
  /** A booking's reference, in large type. */
  | { reference: string }
  | { facts: Facts }
  /** One key, or two. */
  | { keys: readonly Key[] }
  /** Six digits to type, and their purpose. */
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
  /** The preview line beside the subject in an inbox. */
  preview: string
  blocks: readonly Block[]
}

/** Text that someone of ours wrote, as paragraphs. */
export const paragraphs = (text: string): Block[] =>
  text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ paragraph: line.trim() }))
