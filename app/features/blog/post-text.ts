/** What a post's text means: `**bold**`, line breaks, and nothing else (specification 2 section 2, blog page). Any text is a text. */

/** A piece of a line. */
export interface Run {
  text: string
  bold: boolean
}

/** The lines of a text, each in pieces. Two asterisks that have no partner in their line stay as they are. */
export const linesOf = (content: string): Run[][] => content.split(/\r\n|\r|\n/).map(runsOf)

function runsOf(line: string): Run[] {
  const pieces = line.split('**')
  // Between each pair of marks, every second piece is bold; a mark too many belongs to the text behind the last pair.
  const paired = pieces.length % 2 === 1 ? pieces : [...pieces.slice(0, -2), `${pieces.at(-2)}**${pieces.at(-1)}`]
  return paired.map((text, at) => ({ text, bold: at % 2 === 1 })).filter(({ text }) => text !== '')
}

/** A part of a post on its own page: a line that is bold as a whole heads what follows; `- ` begins a point. */
export type Block = { heading: string } | { paragraph: Run[][] } | { points: Run[][] }

/** A post's text as the blocks of an article. */
export function blocksOf(content: string): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const line of linesOf(content)) {
    const isBlank = line.every(({ text }) => text.trim() === '')
    const block = isBlank ? undefined : blockOf(line)
    const last = isOpen ? blocks.at(-1) : undefined
    if (block && last && 'points' in last && 'points' in block) last.points.push(...block.points)
    else if (block && last && 'paragraph' in last && 'paragraph' in block) last.paragraph.push(...block.paragraph)
    else if (block) blocks.push(block)
    isOpen = block !== undefined && !('heading' in block)
  }
  return blocks
}

function blockOf(line: Run[]): Block {
  const [first, ...rest] = line
  if (first?.bold && rest.length === 0) return { heading: first.text }
  if (first && !first.bold && first.text.startsWith('- ')) return { points: [[{ ...first, text: first.text.slice(2) }, ...rest]] }
  return { paragraph: [line] }
}

/** The minutes that reading takes, one at least: 220 words a minute. */
export const readingMinutes = (content: string): number => Math.max(1, Math.round(content.split(/\s+/).length / 220))
