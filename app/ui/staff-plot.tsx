/** One line, or one row of bars. */
export interface PlotSeries {
  name: string
  /** `at`: the text of its time, or of its place in a row: '20 Nov', '14:00', 'Form started'. `value`: null if unknown. */
  points: readonly { at: string; value: number | null }[]
}

export interface PlotProps {
  title: string
  /** The unit after a figure: 'ms', '%'. Empty for counts. */
  unit: string
  /** At most three, each with a point for every `at` of the first. */
  series: readonly PlotSeries[]
  kind: 'line' | 'bar'
}

/**
 * A plot, drawn on the server: axes, lines or bars, and all its figures in a table beneath. Unknown values are gaps in a line and 'unknown'
 * in the table. It fills its container; its labels are HTML, so that they keep their size on a phone. For pages in the style of the staff
 * area, whose style sheet reads this file.
 */
export function Plot({ title, unit, series, kind }: PlotProps) {
  const top = roundAbove(Math.max(0, ...series.flatMap(({ points }) => points.map(({ value }) => value ?? 0))))
  const times = series[0]?.points.map(({ at }) => at) ?? []
  return (
    <figure className="min-w-0">
      <figcaption className="font-bold">{title}</figcaption>
      {series.length > 1 && <Legend names={series.map(({ name }) => name)} kind={kind} />}
      <div aria-hidden="true" className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-sm text-muted">
        <div className="-my-2.5 flex flex-col justify-between text-right whitespace-nowrap">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{withUnit(value, value === 0 ? '' : unit)}</span>
          ))}
        </div>
        <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className="block h-44 w-full overflow-visible">
          <path d="M0 0H100M0 50H100" className="fill-none stroke-line" vectorEffect="non-scaling-stroke" />
          {kind === 'bar'
            ? series.map((each, at) => <Bars key={each.name} series={each} at={at} count={series.length} top={top} />)
            : series.map((each, at) => <Line key={each.name} series={each} at={at} top={top} />)}
          <path d="M0 0V100H100" className="fill-none stroke-ink" strokeWidth="2" vectorEffect="non-scaling-stroke" />
        </svg>
        <span />
        <TimeLabels times={times} kind={kind} />
      </div>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold underline">
          Figures<span className="sr-only">: {title}</span>
        </summary>
        <table className="w-full text-left text-sm">
          <thead className="border-b-2 border-ink">
            <tr>
              <th scope="col" className="py-2">
                When
              </th>
              {series.map(({ name }) => (
                <th key={name} scope="col" className="py-2 pl-4 text-right">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.map((time, row) => (
              <tr key={time} className="border-b border-line">
                <th scope="row" className="py-2">
                  {time}
                </th>
                {series.map(({ name, points }) => (
                  <td key={name} className="py-2 pl-4 text-right">
                    {withUnit(points[row]?.value ?? null, unit)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/** Distinguishable without colour: by the line, and by the bar's pattern. */
const looks = [
  { line: 'stroke-ink', dash: undefined, bar: 'fill-ink stroke-ink' },
  { line: 'stroke-ink', dash: '8 5', bar: 'fill-lamp stroke-ink' },
  { line: 'stroke-muted', dash: '1 5', bar: 'fill-chalk stroke-ink' },
] as const
const lookOf = (at: number) => looks[at % looks.length] ?? looks[0]

function Legend({ names, kind }: { names: readonly string[]; kind: PlotProps['kind'] }) {
  return (
    <ul className="mt-1 flex flex-wrap gap-x-5 text-sm">
      {names.map((name, at) => (
        <li key={name} className="flex items-center gap-2">
          <svg viewBox="0 0 28 12" className="h-3 w-7" aria-hidden="true">
            {kind === 'bar' ? (
              <rect x="8" y="1" width="12" height="10" className={lookOf(at).bar} />
            ) : (
              <path
                d="M1 6H27"
                className={`fill-none ${lookOf(at).line}`}
                strokeWidth="2.5"
                strokeLinecap="round"
                strokeDasharray={lookOf(at).dash}
              />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

/** A line with gaps; a value between two gaps is a dot. */
function Line({ series: { points }, at, top }: { series: PlotSeries; at: number; top: number }) {
  const x = (index: number) => (points.length < 2 ? 50 : (index / (points.length - 1)) * 100)
  const known = (index: number) => (points[index]?.value ?? null) !== null
  let path = ''
  let dots = ''
  points.forEach(({ value }, index) => {
    if (value === null) return
    const to = `${place(x(index))} ${place(height(value, top))}`
    path += `${known(index - 1) ? 'L' : 'M'}${to}`
    if (!known(index - 1) && !known(index + 1)) dots += `M${to}h0`
  })
  const { line, dash } = lookOf(at)
  return (
    <g className={`fill-none ${line}`} strokeLinecap="round" strokeLinejoin="round">
      <path d={path} strokeWidth="2.5" strokeDasharray={dash} vectorEffect="non-scaling-stroke" />
      {dots && <path d={dots} strokeWidth="7" vectorEffect="non-scaling-stroke" />}
    </g>
  )
}

function Bars({ series: { points }, at, count, top }: { series: PlotSeries; at: number; count: number; top: number }) {
  const cell = 100 / Math.max(1, points.length)
  const width = (cell * 0.7) / count
  return points.map(({ at: time, value }, index) => {
    if (value === null) return null
    const upper = height(value, top)
    return (
      <rect
        key={time}
        x={place(index * cell + cell * 0.15 + at * width)}
        y={place(upper)}
        width={place(width)}
        height={place(100 - upper)}
        className={lookOf(at).bar}
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    )
  })
}

const mostLabels = 6

/** Shows every time if there are few, else the first, the middle and the last. */
function TimeLabels({ times, kind }: { times: readonly string[]; kind: PlotProps['kind'] }) {
  if (kind === 'bar' && times.length <= mostLabels)
    return (
      <div className="mt-1 flex">
        {times.map((time) => (
          <span key={time} className="min-w-0 flex-1 basis-0 px-0.5 text-center [overflow-wrap:anywhere]">
            {time}
          </span>
        ))}
      </div>
    )
  const shown = times.length < 3 ? times : [times[0], times[Math.floor((times.length - 1) / 2)], times.at(-1)]
  return (
    <div className="mt-1 flex flex-wrap justify-between gap-x-2">
      {shown.map((time) => (
        <span key={time}>{time}</span>
      ))}
    </div>
  )
}

/** From the top, in hundredths; values above the axis end at it. */
const height = (value: number, top: number) => 100 - Math.min(1, Math.max(0, value / top)) * 100
const place = (value: number) => Number(value.toFixed(2))

/** 1, 2, 4, 5 or 10 times a power of ten, not below the value: its half is a round figure too. */
export function roundAbove(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 4, 5, 10].map((factor) => factor * power).find((round) => round >= value * 0.9999) ?? 10 * power
}

/** A figure as it is read: '1,240 ms', '0.08', 'unknown'. */
export function withUnit(value: number | null, unit: string): string {
  if (value === null) return 'unknown'
  const digits = Math.abs(value) >= 10 || Number.isInteger(value) ? 0 : Math.abs(value) >= 1 || unit ? 1 : 3
  const figure = Number(value.toFixed(digits)).toLocaleString('en-GB')
  return unit === '' ? figure : unit === '%' ? `${figure}%` : `${figure} ${unit}`
}
