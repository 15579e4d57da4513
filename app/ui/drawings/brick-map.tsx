import { type MapBorough, mapBoroughs } from '#content/borough-map.ts'
import { boroughNames } from '#content/borough-names.ts'
import { bookInBorough } from '#content/coverage.ts'

interface BrickMapProps {
  /** The names of the boroughs that we serve: their bricks are links. */
  boroughs: readonly string[]
  /** The names of the bricks that are lit: they have a page. */
  lit?: readonly string[]
  /** Alternative text. */
  label: string
}

/** The column where each row of bricks starts, in half bricks. */
const starts = ['col-start-9', 'col-start-4', 'col-start-1', 'col-start-2', 'col-start-3', 'col-start-4', 'col-start-7']
const northernRows = 4

/**
 * London in brick: its boroughs in running bond, the Thames as the one wavy joint. A brick links to a booking there; the list beside the
 * map has the same links, so keyboards and screen readers needn't go through 33 bricks. Pages without room for it show a picture of it
 * (`BoroughMap`).
 */
export function BrickMap({ boroughs, lit, label }: BrickMapProps) {
  const brick = (borough: MapBorough, index: number) => (
    <Brick
      key={borough.name}
      {...borough}
      served={boroughs.find((name) => name === boroughOf(borough))}
      className={[
        mapBoroughs[index - 1]?.row !== borough.row && starts[borough.row],
        lit?.includes(borough.name) ? 'bg-lamp' : borough.state === 'postcode' && 'bg-cream',
      ]
        .filter(Boolean)
        .join(' ')}
    />
  )
  const bricks = mapBoroughs.map(brick)
  const south = mapBoroughs.findIndex(({ row }) => row === northernRows)
  return (
    <>
      <p className="sr-only">{label}</p>
      <div aria-hidden="true" className="bricks">
        {bricks.slice(0, south)}
        <svg aria-hidden="true" viewBox="0 0 736 26" className="col-span-full">
          <path className="sw" strokeWidth="13" d={thames} />
          <path className="n" stroke="var(--color-water-light)" strokeWidth="8" d={thames} />
        </svg>
        {bricks.slice(south)}
      </div>
    </>
  )
}

const thames = `M-4 13q23-10 46 0${'t46 0'.repeat(16)}`

/** The borough whose price a brick has; undefined if people call us first. */
const boroughOf = ({ name, state }: MapBorough) =>
  state === 'ring' ? undefined : (boroughNames.find((own) => name.startsWith(own)) ?? 'Central London')

function Brick({ name, short, served, className }: MapBorough & { served: string | undefined; className: string }) {
  const words = (
    <>
      <b>{short}</b>
      <span>{name}</span>
    </>
  )
  return served ? (
    <a tabIndex={-1} href={bookInBorough(served)} className={className || undefined}>
      {words}
    </a>
  ) : (
    <span className={className || undefined}>{words}</span>
  )
}

/** Explains the fills of the map; `lit` is the meaning of the lit areas on this page. */
export function MapKey({ lit }: { lit?: string }) {
  return (
    <p className="mt-3 flex flex-wrap gap-x-3 gap-y-1 text-sm md:grid md:grid-cols-2">
      {lit && <Key className="bg-lamp">{lit}</Key>}
      <Key className="bg-brick">In the list below</Key>
      <Key className="border-dashed">Call us first</Key>
      <Key className="bg-cream">Covered too, by postcode</Key>
      <span className="basis-full md:hidden">The letters are short for a borough: ENF is Enfield.</span>
    </p>
  )
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <i aria-hidden="true" className={`h-4 w-7 rounded-[3px] border-2 border-ink ${className}`} />
      {children}
    </span>
  )
}
