import { Fragment, type ReactNode } from 'react'
import { blocksOf, linesOf, type Run } from '../reading/post-text.ts'

/** Bold and plain pieces: React writes each as text, even if it contains markup. */
const Runs = ({ runs }: { runs: readonly Run[] }) =>
  runs.map(({ text, bold }, at) => (bold ? <b key={at}>{text}</b> : <Fragment key={at}>{text}</Fragment>))

/** Lines below each other. */
const Lines = ({ lines }: { lines: readonly Run[][] }) =>
  lines.map((runs, at) => (
    <Fragment key={at}>
      {at > 0 && <br />}
      <Runs runs={runs} />
    </Fragment>
  ))

/** A post's text in the list: bold and line breaks. */
export function PostLines({ content }: { content: string }) {
  return (
    <p className="max-w-[40em] [overflow-wrap:anywhere]">
      <Lines lines={linesOf(content)} />
    </p>
  )
}

/** A post's text on its own page: headings, paragraphs and points; a figure is under its heading. */
export function PostArticle({ content, figures }: { content: string; figures: readonly { under: string; figure: ReactNode }[] }) {
  const blocks = blocksOf(content)
  const placed = figures.map(({ under, figure }) => ({
    figure,
    behind: blocks.findIndex((block) => 'heading' in block && block.heading === under),
  }))
  // A figure whose heading staff have changed is still shown: after all blocks.
  const figuresBehind = (place: number) => placed.filter(({ behind }) => behind === place).map(({ figure }) => figure)
  return (
    <div className="prose">
      {blocks.map((block, at) => (
        <Fragment key={at}>
          <BlockOf block={block} />
          {figuresBehind(at)}
        </Fragment>
      ))}
      {figuresBehind(-1)}
    </div>
  )
}

function BlockOf({ block }: { block: ReturnType<typeof blocksOf>[number] }) {
  if ('heading' in block) return <h2>{block.heading}</h2>
  if ('paragraph' in block)
    return (
      <p>
        <Lines lines={block.paragraph} />
      </p>
    )
  return (
    <ul>
      {block.points.map((runs, at) => (
        <li key={at}>
          <Runs runs={runs} />
        </li>
      ))}
    </ul>
  )
}
