import type { ReactNode } from 'react'

/*
 * Shared parts of the drawings. A unit is a pixel of the house at 720 wide. A pipe always comes from somewhere and goes somewhere; it may
 * run off the page.
 */

interface PipeProps {
  d: string
  /** The width within the casing. */
  w: number
}

/** Copper: hot water, or made good. */
export function Copper(pipe: PipeProps) {
  return <Cased {...pipe} className="sc" />
}

/** The cold main. */
export function Cold(pipe: PipeProps) {
  return <Cased {...pipe} className="sw" />
}

/** Waste. */
export function Drain(pipe: PipeProps) {
  return <Cased {...pipe} className="sg" />
}

function Cased({ d, w, className }: PipeProps & { className: string }) {
  return (
    <>
      <path className="cs" strokeWidth={w + 5} d={d} />
      <path className={className} strokeWidth={w} d={d} />
    </>
  )
}

interface BoxProps {
  x: number
  y: number
  w: number
  h: number
}

/** A rectangle with sharp corners. */
export function Box({ x, y, w, h, className, fill }: BoxProps & { className?: string; fill?: string }) {
  return <path className={className} fill={fill} d={`M${x} ${y}h${w}v${h}h-${w}z`} />
}

/** A sash window with its sill. */
export function Sash({ x, y, w, h, className = 'fW' }: BoxProps & { className?: string }) {
  return (
    <>
      <Box className={className} {...{ x, y, w, h }} />
      <path className="n" d={`M${x} ${y + h / 2}h${w}M${x + w / 2} ${y}v${h}`} />
      <Box className="fe" x={x - 5} y={y + h} w={w + 10} h={6} />
    </>
  )
}

interface Place {
  x: number
  y: number
  /** The scale. */
  s?: number
}

const placed = ({ x, y, s = 1 }: Place) => `translate(${x} ${y})${s === 1 ? '' : `scale(${s})`}`

/** A drop of water, its point upwards. */
export function Drop({ className = 'fw', ...place }: Place & { className?: string }) {
  return <path className={className} transform={placed(place)} d="M0-11c4 6 7 9 7 13a7 7 0 0 1-14 0c0-4 3-7 7-13z" />
}

const fixtures = {
  boiler: (
    <>
      <rect className="fe" x="-24" y="-66" width="48" height="66" rx="4" />
      <path className="n" d="M-24-18h48M2-9h12" />
      <rect className="fW" x="-14" y="-56" width="28" height="14" rx="2" />
      <circle className="fr" cx="-10" cy="-9" r="3.5" />
    </>
  ),
  toilet: (
    <>
      <path className="fe" d="M-22-36h44c2 16-4 24-14 26l2 10h-22l2-10c-8-2-13-12-12-26z" />
      <rect className="fB" x="-26" y="-43" width="52" height="7" rx="3" />
    </>
  ),
  cistern: (
    <>
      <rect className="fe" x="-20" width="40" height="24" rx="2" />
      <path className="n" d="M16 24v34m-3 0h6" />
    </>
  ),
  radiator: (
    <>
      <path className="fe k0" d="M-36-40h72v34h-72z" />
      {[-36, -24, -12, 0, 12, 24].map((x) => (
        <rect key={x} className="fe" x={x} y="-40" width="12" height="36" rx="5" />
      ))}
      <path className="n" d="M-32-4v4M32-4v4" />
    </>
  ),
  cylinder: (
    <>
      <path className="fC" d="M-22 0v-54q0-12 22-12t22 12v54zM-22-16h44M-22-46h44" />
      <rect className="fe" x="-8" y="-36" width="16" height="10" rx="2" />
    </>
  ),
  tank: (
    <>
      <rect className="fs" x="-34" y="-44" width="68" height="44" rx="2" />
      <path className="fW" d="M-34-28q11-7 22 0t22 0 24-1v27q0 2-2 2h-64q-2 0-2-2z" />
    </>
  ),
  basin: (
    <>
      <path className="fe" d="M-24-46h48q-2 18-16 20l3 26h-22l3-26q-14-2-16-20z" />
      <path className="n" d="M0-46v-10h10v5" />
    </>
  ),
  tap: (
    <>
      <path className="n" strokeWidth="5" d="M0 0v-20q0-8 9-8t9 8v4" />
      <path className="n" d="M-6-20h12" />
    </>
  ),
  bucket: (
    <>
      <path className="fi" d="M-17-26h34l-5 26h-24z" />
      <path className="fW" d="M-17-26h34l-1 6h-32z" />
    </>
  ),
  wheel: (
    <>
      <circle className="fr" r="15" />
      <circle className="fp" r="8" />
      <path className="n" d="M0-15v30M-13-7.5l26 15M-13 7.5l26-15" />
      <circle className="fi" r="4" />
    </>
  ),
} satisfies Record<string, ReactNode>

/** A fixture by the middle of its base (the wheel by its middle, the cistern by its top). */
export function Fixture({ of, ...place }: Place & { of: keyof typeof fixtures }) {
  return <g transform={placed(place)}>{fixtures[of]}</g>
}
