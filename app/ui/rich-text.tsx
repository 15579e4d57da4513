import type { ReactNode } from 'react'

/** `**bold**`, `[label](href)`, `{{owner: what}}`: the marks of texts that we write ourselves. */
const marks =
  /\*\*(?<bold>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<href>(?:\/|#|https:\/\/|tel:|mailto:)[^)\s]*)\)|\{\{(?<who>owner|lawyer): (?<what>[^}]+)\}\}/g

/** A text of ours with its marks: bold, links, and what the owner or a lawyer must fill in. */
export function RichText({ text }: { text: string }) {
  const parts: ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(marks)) {
    parts.push(text.slice(from, match.index), <Marked key={match.index} {...match.groups} />)
    from = match.index + match[0].length
  }
  return [...parts, text.slice(from)]
}

function Marked({ bold, label, href, who, what }: { bold?: string; label?: string; href?: string; who?: string; what?: string }) {
  if (bold) return <b>{bold}</b>
  if (label) return <a href={href}>{label}</a>
  return (
    <mark>
      {who === 'owner' ? 'Owner to fill in' : 'Lawyer to check'}: {what}
    </mark>
  )
}
