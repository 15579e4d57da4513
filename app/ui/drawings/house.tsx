import { Box, Cold, Copper, Drain, Drop, Fixture, Sash } from './pipes.tsx'

/** Positions of room labels: the middle of each room. */
const places = {
  heater: [430, 58],
  toilet: [304, 206],
  radiator: [421, 268],
  boiler: [303, 368],
  leak: [442, 404],
  pipe: [355, 566],
  drain: [244, 632],
  burst: [480, 638],
} as const

export interface HouseRoom {
  room: keyof typeof places
  label: string
  href: string
}

/**
 * A London terraced house cut open; the label of each room in trouble leads to its booking. It needs the page to carry
 * `br` and `tl`, and to clip what runs off its sides.
 */
export function House({ rooms, className = '' }: { rooms: readonly HouseRoom[]; className?: string }) {
  return (
    <div className={`house ${className}`.trim()}>
      {/* biome-ignore lint/a11y/useSemanticElements: an image would hide its links from assistive technology, a fieldset draws nothing */}
      <svg
        viewBox="0 0 720 668"
        role="group"
        aria-label="A cutaway London terraced house: each room shows a problem you can book us to fix"
      >
        <path
          stroke="var(--color-pebble)"
          strokeWidth="3"
          d="M40 560h16M120 590h10M600 636h18M380 628h14M560 560h10M70 622h12M668 604h12M206 548h12"
        />
        <g className="k">
          <Walls />
          <Attic />
          <Bathroom />
          <Bedroom />
          <Kitchen />
          <LivingRoom />
        </g>
        <Pipes />
        <g className="k">
          <path className="fW" d="M424 350q4 12 14 8 10 8 16-2 8 0 8-6z" />
          <g className="k0 drip">
            <Drop x={442} y={380} s={0.8} />
          </g>
          <Underground />
        </g>
        <Street />
        {rooms.map((room) => (
          <Label key={room.room} {...room} />
        ))}
      </svg>
    </div>
  )
}

function Walls() {
  return (
    <>
      <Neighbours />
      <path className="f2" d="M184 184l54-108h244l54 108z" />
      <path stroke="var(--color-idle)" strokeWidth="1.5" d="M250 76l-50 102M470 76l50 102" />
      <path className="fi" d="M190 172h340v352H190z" />
    </>
  )
}

/** The houses next door, with a chimney each: the second mirrors the first. Each fills its own front door. */
function Neighbours() {
  return (
    <>
      <g className="f2">
        <g id="next">
          <Box fill="url(#br)" x={168} y={64} w={44} h={70} />
          <Box className="fe" x={164} y={58} w={52} h={9} />
          <path className="fc" d="M172 38h14v20h-14zM194 38h14v20h-14z" />
          <Box fill="url(#br)" x={6} y={132} w={180} h={384} />
          <Box className="fe" x={2} y={120} w={188} h={14} />
          <g transform="translate(30)">
            <ArchedWindow y={160} h={62} />
            <ArchedWindow y={250} h={62} />
            <ArchedWindow y={376} h={78} className="fl" />
          </g>
          <g transform="translate(108)">
            <ArchedWindow y={160} h={62} />
            <ArchedWindow y={250} h={62} />
            <path className="fe" d="M-2 368h54v148h-54z" />
            <path d="M6 402h38v108h-38z" />
            <path className="fW" d="M6 396a19 19 0 0 1 38 0z" />
            <path className="n" d="M13 414h24v34h-24zM13 460h24v38h-24z" />
            <path className="fs" d="M-8 508h66v8h-66z" />
          </g>
          <Box className="fe" x={6} y={340} w={180} h={8} />
        </g>
      </g>
      <use className="fr" href="#next" transform="matrix(-1 0 0 1 720 0)" />
    </>
  )
}

function ArchedWindow({ y, h, className }: { y: number; h: number; className?: string }) {
  return (
    <>
      <Sash x={0} y={y} w={50} h={h} className={className} />
      <path className="fe" d={`M-6 ${y}l4-12h54l4 12z`} />
    </>
  )
}

function Attic() {
  return (
    <>
      <path fill="var(--color-wash-heater)" d="M214 172l42-80h208l42 80z" />
      <Fixture of="tank" x={268} y={172} />
      <Fixture of="cylinder" x={428} y={172} />
    </>
  )
}

function Bathroom() {
  return (
    <>
      <path fill="var(--color-wash-toilet)" d="M206 186h142v148H206z" />
      <path fill="url(#tl)" d="M206 264h142v70H206z" />
      <Fixture of="cistern" x={238} y={204} />
      <path className="n" strokeWidth="5" d="M234 228v66" />
      <Fixture of="toilet" x={240} y={334} />
      <Fixture of="basin" x={314} y={334} />
      <path className="fe" d="M298 228h32v34h-32zM304 254l14-20" />
    </>
  )
}

function Bedroom() {
  return (
    <>
      <path fill="var(--color-wash-radiator)" d="M362 186h152v148H362z" />
      <Sash x={468} y={198} w={36} h={48} />
      <Fixture of="radiator" x={404} y={332} s={0.92} />
      <path className="fi" d="M458 282h8v52h-8z" />
      <path className="fe" d="M466 300h22v14h-22z" />
      <path className="f2" d="M466 312h48v22h-48z" />
    </>
  )
}

function Kitchen() {
  return (
    <>
      <path fill="var(--color-wash-boiler)" d="M206 350h142v160H206z" />
      <Fixture of="boiler" x={234} y={440} />
      <path className="n" strokeWidth="5" d="M234 374v-14h-28" />
      <path className="n" d="M282 404h56" />
      <path className="fc" d="M290 390h10v14h-10z" />
      <path className="fe" d="M306 394h12v10h-12z" />
      <path className="fw" d="M324 388h8v16h-8z" />
      <path className="fp" d="M206 462h142v48H206z" />
      <path className="fi" d="M206 454h142v9H206z" />
      <path className="fs" d="M276 462h60v48h-60z" />
      <path className="n" d="M242 463v47M250 478v10M234 478v10" />
      <Fixture of="tap" x={300} y={454} />
    </>
  )
}

function LivingRoom() {
  return (
    <>
      <path fill="var(--color-wash-leak)" d="M362 350h152v160H362z" />
      <path className="fc" d="M474 430h40v80h-40z" />
      <path className="fe" d="M466 420h48v10h-48z" />
      <path className="fi" d="M482 452h32v58h-32z" />
      <path className="fl" d="M490 510q-4-16 8-28 12 14 8 28z" />
      <path className="f2" d="M372 510v-30q-6-2-6-12t10-8v-26q0-8 12-8h16q8 0 8 10v34h10q10-2 10 8t-6 12v20h-6v-8h-42v8zM386 480h28" />
      <Fixture of="bucket" x={446} y={510} />
    </>
  )
}

/** Waste goes out to the left, the main comes in from the right; copper carries the heat. */
function Pipes() {
  return (
    <>
      <Drain d="M214 318H187V596H-1200" w={11} />
      <Drain d="M187 322V120" w={8} />
      <Drain d="M302 464v14q0 10-9 10t-9 10v98H187" w={7} />
      <Cold d="M1700 606H355V148H302" w={5} />
      <Cold d="M355 250h-26v26" w={3} />
      <Copper d="M428 106v-8h-60v60" w={4} />
      <Copper d="M234 440v8h132V342h68v-8M366 342h-2" w={4} />
      <Copper d="M366 342V166h40" w={4} />
    </>
  )
}

function Underground() {
  return (
    <>
      <rect className="fc" x="622" y="594" width="26" height="24" rx="3" />
      <path
        className="fW"
        d="M472 600Q462 566 430 562q16 8 16 20-16-6-28 4 26 0 36 14zM488 600q10-34 42-38-16 8-16 20 16-6 28 4-26 0-36 14zM474 600q-6-30 6-56 12 26 6 56z"
      />
      <path className="fi" d="M470 598h20l-4 6 3 5h-17v-5z" />
      <Drop x={446} y={544} s={0.7} />
      <Drop x={516} y={542} s={0.7} />
      <path className="fB" d="M216 587q10-6 20 2t22-2l2 18q-20 6-44 0z" />
      <path className="fl" d="M346 534h18v12h-18z" />
    </>
  )
}

/** The pavement, the boundary stopcock under its lid, the Red Line, and the van at the door. */
function Street() {
  return (
    <>
      <path className="fe k" d="M-1200 514h1384v10H-1200zM536 514h1200v10H536z" />
      <path className="fi k" d="M628 516h16v6h-16z" />
      <path className="cs" strokeWidth="4" d="M635 524v66" />
      <path className="sr" strokeWidth="6" d="M548 532h1200" />
      <g className="k" transform="translate(-6)">
        <path className="fe" d="M572 500v-34q0-6 6-8l18-4 14-30q2-4 8-4h88q6 0 6 6v74z" />
        <path className="fi" d="M572 484h140v16h-140z" />
        <path className="fW" d="M604 456l12-26h24v26z" />
        <path className="fr k0" d="M652 446h60v12h-60z" />
        <path className="n" d="M646 424v60M576 470h12" />
        <circle className="fi" cx="604" cy="502" r="14" />
        <circle className="fs" cx="604" cy="502" r="5" />
        <circle className="fi" cx="690" cy="502" r="14" />
        <circle className="fs" cx="690" cy="502" r="5" />
      </g>
    </>
  )
}

/** The area to touch is higher than the label: 44 px at the house's smallest. */
function Label({ room, label, href }: HouseRoom) {
  const [x, y] = places[room]
  const width = Math.round(label.length * 8.9 + 40)
  // Apart from the tag, since React's types know `a` as HTML only.
  const place = { transform: `translate(${Math.round(x - width / 2)} ${y})` }
  return (
    <a className="tag" href={href} aria-label={`Book: ${label}`} {...place}>
      <rect className="hit" x="-6" y="-30" width={width + 12} height="60" />
      <rect className="pl" y="-16" width={width} height="32" rx="5" />
      <Drop className="fr" x={16} y={2} />
      <text x="28" y="6">
        {label}
      </text>
    </a>
  )
}
