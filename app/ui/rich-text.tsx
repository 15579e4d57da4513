import type { ReactNode } from 'react'

/** `**bold**`, `[label](href)`: the marks of texts that we write ourselves. */
const marks = /\*\*(?<bold>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<href>(?:\/|#|https:\/\/|tel:|mailto:)[^)\s]*)\)/g

/** A text with the marks of `RichText`. */
export function RichText({ text }: { text: string }) {
  const parts: ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(marks)) {
    parts.push(text.slice(from, match.index), <Marked key={match.index} {...match.groups} />)
    from = match.index + match[0].length
  }
  return [...parts, text.slice(from)]
}

function Marked({ bold, label, href }: { bold?: string; label?: string; href?: string }) {
  return bold ? <b>{bold}</b> : <a href={href}>{label}</a>
}
