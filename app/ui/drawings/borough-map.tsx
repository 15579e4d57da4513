import type { MapBorough } from '#content/borough-map.ts'

/** A brick's place is its row from the north and its column, in brick widths. */
const pitch = { across: 92, down: 52 }
const river = { above: 4, room: 26 }

const classes: Record<MapBorough['state'], string> = { listed: 'q', postcode: 'h', ring: 'o' }

interface BoroughMapProps {
  boroughs: readonly (MapBorough & { href?: string })[]
  /** The boroughs that the page is about. */
  here?: readonly string[]
  label: string
}

/** London in brick: its boroughs in running bond, the Thames as the one wavy joint. The list beside it says the same. */
export function BoroughMap({ boroughs, here = [], label }: BoroughMapProps) {
  // Links must be reachable; without them it is one picture.
  const role = boroughs.some(({ href }) => href) ? 'group' : 'img'
  return (
    <svg className="map" viewBox={`0 0 ${8 * pitch.across} ${4 + 7 * pitch.down + river.room}`} role={role} aria-label={label}>
      <path className="sw" strokeWidth="13" d={thames} />
      <path className="n" stroke="var(--color-water-light)" strokeWidth="8" d={thames} />
      {boroughs.map((borough) => (
        <Brick key={borough.name} {...borough} isHere={here.includes(borough.name)} />
      ))}
    </svg>
  )
}

const thames = `M-4 ${14 + river.above * pitch.down}q23-10 46 0${'t46 0'.repeat(16)}`

function Brick({ short, lines, row, column, state, href, isHere }: BoroughMapProps['boroughs'][number] & { isHere: boolean }) {
  const place = {
    className: isHere ? 'me' : classes[state],
    transform: `translate(${column * pitch.across + 2} ${4 + row * pitch.down + (row < river.above ? 0 : river.room)})`,
  }
  const [first, second] = lines
  const drawing = (
    <>
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
    </>
  )
  if (href) {
    return (
      <a {...place} href={href}>
        {drawing}
      </a>
    )
  }
  return <g {...place}>{drawing}</g>
}
