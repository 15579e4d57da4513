import { type MapBorough, mapSize } from '#content/borough-map.ts'

/** A brick's place is its row from the north and its column, in brick widths. */
const pitch = { across: 92, down: 52 }
const river = { above: 4, room: 26 }

const classes: Record<MapBorough['state'], string> = { listed: 'q', postcode: 'h', ring: 'o' }

interface BoroughMapProps {
  boroughs: readonly MapBorough[]
  /** The boroughs that the page is about. */
  here?: readonly string[]
}

/**
 * London in brick: its boroughs in running bond, the Thames as the one wavy joint. The build makes files of it, with the style that
 * its classes need (scripts/make-images.mjs); the list beside it says the same.
 */
export function BoroughMap({ boroughs, here = [] }: BoroughMapProps) {
  return (
    <svg viewBox={`0 0 ${mapSize.width} ${mapSize.height}`} aria-hidden="true">
      <path className="sw" strokeWidth="13" d={thames} />
      <path className="n" stroke="var(--color-water-light)" strokeWidth="8" d={thames} />
      {boroughs.map((borough) => (
        <Brick key={borough.name} {...borough} isHere={here.includes(borough.name)} />
      ))}
    </svg>
  )
}

const thames = `M-4 ${14 + river.above * pitch.down}q23-10 46 0${'t46 0'.repeat(16)}`

function Brick({ short, lines, row, column, state, isHere }: BoroughMapProps['boroughs'][number] & { isHere: boolean }) {
  const place = {
    className: isHere ? 'me' : classes[state],
    transform: `translate(${column * pitch.across + 2} ${4 + row * pitch.down + (row < river.above ? 0 : river.room)})`,
  }
  const [first, second] = lines
  return (
    <g {...place}>
      <rect width="88" height="48" rx="3" />
      <text className="lg" x="44" y={second ? 22 : 28}>
        {second ? `${first} ` : first}
        {second && (
          <tspan x="44" dy="13">
            {second}
          </tspan>
        )}
      </text>
      <text className="ab" x="44" y="33">
        {short}
      </text>
    </g>
  )
}
