import { ButtonLink } from '#app/ui/button.tsx'
import { Plot, type PlotProps } from '#app/ui/staff-plot.tsx'
import { Table } from '#app/ui/table.tsx'

/** A table as shown, and the address of its CSV. */
interface TableView {
  id: string
  title: string
  note: string
  head: string[]
  rows: string[][]
  csv: string
}

interface StageView {
  name: string
  count: string
  /** Share of the step before, in words; empty if there is nothing to compare with. */
  share: string
  /** In hundredths of the longest bar. */
  width: number
}

/** How many continue from each step to the next: a bar and figures for each. */
export function Funnel({ stages, csv }: { stages: StageView[]; csv: string }) {
  return (
    <section className="mt-10">
      <TitleWithFile title="From visit to booking" csv={csv} />
      <ol className="mt-3 border-t-2 border-ink">
        {stages.map(({ name, count, share, width }) => (
          <li
            key={name}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-2 md:grid-cols-[16em_minmax(0,1fr)_4em_11em]"
          >
            <span className="font-semibold">{name}</span>
            <b className="text-right text-xl md:order-2">{count}</b>
            <svg
              aria-hidden="true"
              viewBox="0 0 100 1"
              preserveAspectRatio="none"
              className="col-span-2 mt-1 block h-4 w-full md:order-1 md:col-span-1 md:mt-0 md:h-6"
            >
              <rect width={width} height="1" className="fill-ink" />
            </svg>
            <span className="col-span-2 text-sm text-muted md:order-3 md:col-span-1">{share}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The plot of days. */
export function Days({ plots, csv }: { plots: PlotProps[]; csv: string }) {
  return (
    <section className="mt-12">
      <TitleWithFile title="By day" csv={csv} />
      <div className="mt-4 grid gap-x-10 gap-y-6 md:grid-cols-2">
        {plots.map((plot) => (
          <Plot key={plot.title} {...plot} />
        ))}
      </div>
    </section>
  )
}

/** Tables, each with its CSV. */
export function ReportTables({ tables }: { tables: TableView[] }) {
  return (
    <>
      {tables.map(({ id, title, note, head, rows, csv }) => (
        <section key={id} className="mt-12" id={id}>
          <TitleWithFile title={title} csv={csv} />
          {note && <p className="mt-1 max-w-[40em] text-sm text-muted">{note}</p>}
          {rows.length === 0 ? (
            <p className="mt-3">There’s no data for these days.</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus, for those who scroll by keyboard
            <section aria-label={title} tabIndex={0} className="mt-3 overflow-x-auto text-sm">
              <Table caption={title} head={head} rows={rows.map((cells) => ({ id: cells[0] ?? '', cells }))} />
            </section>
          )}
        </section>
      ))}
    </>
  )
}

function TitleWithFile({ title, csv }: { title: string; csv: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h2 className="text-xl">{title}</h2>
      <ButtonLink look="outline" href={csv} className="key-small" download>
        Save as CSV<span className="sr-only">: {title}</span>
      </ButtonLink>
    </div>
  )
}
