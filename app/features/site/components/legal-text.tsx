import { RichText } from '#app/ui/rich-text.tsx'
import { Table } from '#app/ui/table.tsx'
import { dateText } from '#content/date-text.ts'
import type { LegalBlock, LegalPage } from '#content/legal/legal.ts'

/** A page of legal text: a list of its sections first, each with its own anchor. */
export function LegalText({ page }: { page: LegalPage }) {
  const { title, lead, updated, sections } = page
  return (
    <article>
      <h1 className="mt-2 text-[clamp(2.25rem,1.45rem+3vw,3.75rem)] leading-none tracking-[-0.03em]">{title}</h1>
      <p className="mt-4 max-w-[34em] text-lg leading-snug">
        <RichText text={lead} />
      </p>
      <p className="mt-3 text-sm text-muted">Last updated {dateText(updated)}</p>
      <div className="gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_260px]">
        <nav aria-label="On this page" className="contents-list">
          <ul>
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="prose">
          {sections.map(({ id, title: name, blocks }) => (
            <section key={id} id={id}>
              <h2>{name}</h2>
              {blocks.map((block) => (
                <LegalBlockOf key={JSON.stringify(block)} block={block} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </article>
  )
}

function LegalBlockOf({ block }: { block: LegalBlock }) {
  if (typeof block === 'string')
    return (
      <p>
        <RichText text={block} />
      </p>
    )
  if ('points' in block)
    return (
      <ul>
        <Items items={block.points} />
      </ul>
    )
  if ('analyticsChoice' in block)
    return (
      // Filled by analytics/consent-notice.ts if there is a choice; its space is reserved, so that nothing moves.
      <div id="analytics-choice" className="mt-4 min-h-32 border-y-2 border-ink py-4">
        <p className="!mt-0">{block.analyticsChoice}</p>
      </div>
    )
  if ('countsChoice' in block)
    return (
      // Filled by analytics/refuse-counts.ts; its space is reserved, so that nothing moves.
      <div id="counts-choice" className="mt-4 min-h-40 border-y-2 border-ink py-4">
        <p className="!mt-0">{block.countsChoice}</p>
      </div>
    )
  if ('steps' in block)
    return (
      <ol>
        <Items items={block.steps} />
      </ol>
    )
  return (
    // A wide table scrolls by itself; the page never sideways.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus, for those who scroll by keyboard
    <section aria-label={block.caption} tabIndex={0} className="mt-4 overflow-x-auto text-sm">
      <Table
        caption={block.caption}
        align="left"
        head={[...block.head]}
        rows={block.rows.map((cells) => ({ id: cells.join('|'), cells: cells.map((cell) => <RichText key={cell} text={cell} />) }))}
      />
    </section>
  )
}

const Items = ({ items }: { items: readonly string[] }) =>
  items.map((item) => (
    <li key={item}>
      <RichText text={item} />
    </li>
  ))
