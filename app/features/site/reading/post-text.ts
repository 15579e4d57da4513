/** The markup of a post's text: `**bold**` and line breaks, nothing else. Any text is valid. */

/** A piece of a line. */
export interface Run {
  text: string
  bold: boolean
}

/** The lines of a text, each in pieces. Two asterisks without a partner in their line, or with nothing in between, are kept as they are. */
export const linesOf = (content: string): Run[][] => content.split(/\r\n|\r|\n/).map(runsOf)

function runsOf(line: string): Run[] {
  const pieces = line.split('**')
  const runs: Run[] = []
  for (const [at, piece] of pieces.entries()) {
    // Every second piece follows a mark; the last of them may have no closing one.
    const isMarked = at % 2 === 1
    const isPaired = at < pieces.length - 1
    if (isMarked && isPaired && piece !== '') runs.push({ text: piece, bold: true })
    else addPlain(runs, isMarked ? `**${piece}${isPaired ? '**' : ''}` : piece)
  }
  return runs
}

function addPlain(runs: Run[], text: string): void {
  const last = runs.at(-1)
  if (last && !last.bold) last.text += text
  else if (text !== '') runs.push({ text, bold: false })
}

/** A block of a post on its own page: a line that is all bold is a heading; `- ` begins a list item. */
type Block = { heading: string } | { paragraph: Run[][] } | { points: Run[][] }

/** A post's text as the blocks of an article. */
export function blocksOf(content: string): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const line of linesOf(content)) {
    const block = blockOf(line)
    const last = isOpen ? blocks.at(-1) : undefined
    if (block && last && 'points' in last && 'points' in block) last.points.push(...block.points)
    else if (block && last && 'paragraph' in last && 'paragraph' in block) last.paragraph.push(...block.paragraph)
    else if (block) blocks.push(block)
    isOpen = block !== undefined && !('heading' in block)
  }
  return blocks
}

/** The block of one line; undefined if it would be invisible. */
function blockOf(line: Run[]): Block | undefined {
  const [only, ...more] = line.filter(isSeen)
  if (!only) return undefined
  if (only.bold && more.length === 0) return { heading: only.text.trim() }
  const [first, ...rest] = line
  const point = first && !first.bold && first.text.startsWith('- ') ? [{ ...first, text: first.text.slice(2) }, ...rest] : []
  return point.some(isSeen) ? { points: [point] } : { paragraph: [line] }
}

const isSeen = ({ text }: Run) => text.trim() !== ''

/** Reading time in minutes, at least one, at 220 words a minute. */
export const readingMinutes = (content: string): number => Math.max(1, Math.round(content.split(/\s+/).length / 220))
