/** What a post's text means: `**bold**`, line breaks, and nothing else. Any text is a text. */

/** A piece of a line. */
export interface Run {
  text: string
  bold: boolean
}

/** The lines of a text, each in pieces. Two asterisks without a partner in their line, or with nothing between, stay as they are. */
export const linesOf = (content: string): Run[][] => content.split(/\r\n|\r|\n/).map(runsOf)

function runsOf(line: string): Run[] {
  const pieces = line.split('**')
  const runs: Run[] = []
  for (const [at, piece] of pieces.entries()) {
    // Every second piece has a mark before it; the last of them may have none behind it.
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

/** A part of a post on its own page: a line that is bold as a whole heads what follows; `- ` begins a point. */
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

/** What a line is by itself; nothing, when no one would see it. */
function blockOf(line: Run[]): Block | undefined {
  const [only, ...more] = line.filter(isSeen)
  if (!only) return undefined
  if (only.bold && more.length === 0) return { heading: only.text.trim() }
  const [first, ...rest] = line
  const point = first && !first.bold && first.text.startsWith('- ') ? [{ ...first, text: first.text.slice(2) }, ...rest] : []
  return point.some(isSeen) ? { points: [point] } : { paragraph: [line] }
}

const isSeen = ({ text }: Run) => text.trim() !== ''

/** The minutes that reading takes, one at least: 220 words a minute. */
export const readingMinutes = (content: string): number => Math.max(1, Math.round(content.split(/\s+/).length / 220))
