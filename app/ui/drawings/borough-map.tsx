import { type MapBorough, mapSize } from '#content/borough-map.ts'
import { boroughNames } from '#content/borough-names.ts'
import { bookInBorough } from '#content/coverage.ts'

/** A brick's place is its row from the north and its column, in brick widths. */
const pitch = { across: 92, down: 52 }
const river = { above: 4, room: 26 }

const fills: Record<MapBorough['state'], string> = { listed: 'fb', postcode: 'fe', ring: 'fp' }

interface BoroughMapProps {
  boroughs: readonly MapBorough[]
  /** The boroughs that the page is about, in red. */
  here?: readonly string[]
}

/** London in brick (`BrickMap`) as one drawing: the build makes the pictures of place pages from it: a brick links to a booking there. */
export function BoroughMap({ boroughs, here = [] }: BoroughMapProps) {
  return (
    <svg
      viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
      aria-hidden="true"
      className="w-full font-bold"
      textAnchor="middle"
      fontSize="12"
    >
      <path className="sw" strokeWidth="13" d={thames} />
      <path className="n" stroke="var(--color-water-light)" strokeWidth="8" d={thames} />
      {boroughs.map((borough) => {
        const { name, state } = borough
        const fill = here.includes(name) ? 'fr' : fills[state]
        return state === 'ring' ? (
          <g key={name} {...place(borough)}>
            <Brick {...borough} fill={fill} />
          </g>
        ) : (
          <a
            key={name}
            {...place(borough)}
            href={bookInBorough(boroughNames.find((own) => name.startsWith(own)) ?? 'Central London')}
            tabIndex={-1}
          >
            <Brick {...borough} fill={fill} />
          </a>
        )
      })}
    </svg>
  )
}

const thames = `M-4 ${14 + river.above * pitch.down}q23-10 46 0${'t46 0'.repeat(16)}`

const place = ({ row, column }: MapBorough) => ({
  transform: `translate(${column * pitch.across + 2} ${4 + row * pitch.down + (row < river.above ? 0 : river.room)})`,
})

function Brick({ short, lines: [first, second], state, fill }: MapBorough & { fill: string }) {
  const ink = fill === 'fr' ? 'var(--color-chalk)' : 'var(--color-ink)'
  return (
    <>
      <rect
        className={fill}
        width="88"
        height="48"
        rx="3"
        stroke="var(--color-ink)"
        strokeWidth="1.5"
        strokeDasharray={state === 'ring' ? '3 3' : undefined}
      />
      <text className="max-md:hidden" x="44" y={second ? 21 : 28} fill={ink}>
        {first}
        {second && (
          <tspan x="44" dy="14">
            {second}
          </tspan>
        )}
      </text>
      <text className="md:hidden" x="44" y="33" fontSize="25" fill={ink}>
        {short}
      </text>
    </>
  )
}
