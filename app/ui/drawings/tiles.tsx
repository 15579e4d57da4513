import type { ReactNode } from 'react'
import type { EmergencyTypeName } from '#content/emergency-types.ts'
import { Cold, Copper, Drain, Drop, Fixture } from './pipes.tsx'
import { washOf } from './washes.ts'

/** Each emergency seen close. */
const drawings: Record<EmergencyTypeName, ReactNode> = {
  'Burst Pipe': (
    <>
      <Cold d="M0 46h36M58 46h38" w={9} />
      <g className="k">
        <path className="fW" d="M38 46Q34 22 14 18q10 8 8 14-10-4-16 2 14 2 22 12zM56 46q4-24 24-28-8 8-6 14 8-4 16 2-14 2-22 12z" />
        <Drop x={47} y={24} />
        <Drop x={40} y={64} s={0.6} />
        <Drop x={56} y={66} s={0.5} />
      </g>
    </>
  ),
  'Boiler Breakdown': (
    <>
      <Copper d="M36 58v14M60 58v14" w={4} />
      <g className="k">
        <Fixture of="boiler" x={48} y={62} s={0.86} />
        <path className="fl" d="M76 10l16 28H62z" />
        <path className="n" d="M76 21v8m0 4v0" />
      </g>
    </>
  ),
  'Blocked Drain': (
    <>
      <Drain d="M48 0v22q0 26 22 26h26" w={11} />
      <g className="k">
        <path className="fW k0" d="M43 0h10v14H43z" />
        <path className="fB" d="M40 14q8-6 16 0l2 12q-8 6-18 0z" />
      </g>
      <path className="sr" strokeWidth="5" d="M18 20l12 12m0-12L18 32" />
    </>
  ),
  'Leak Repair': (
    <>
      <path className="fi" d="M0 0h96v9H0z" />
      <g className="k">
        <path className="fW" d="M24 9q6 12 18 6 10 8 18-2 8 2 12-4z" />
        <Drop x={44} y={34} s={0.9} />
        <Drop x={56} y={42} s={0.6} />
        <Fixture of="bucket" x={46} y={68} s={0.86} />
      </g>
    </>
  ),
  'Toilet Repair': (
    <>
      <path className="fW" d="M0 44h96v28H0z" />
      <g className="k">
        <Fixture of="cistern" x={34} y={6} s={0.9} />
        <path className="n" strokeWidth="5" d="M34 28v14" />
        <Fixture of="toilet" x={46} y={70} s={0.82} />
      </g>
    </>
  ),
  'Radiator Issue': (
    <>
      <Copper d="M0 64h20M76 64h20" w={4} />
      <g className="k">
        <Fixture of="radiator" x={48} y={64} s={0.94} />
        <circle className="fr" cx="82" cy="60" r="6" />
        <path className="n" stroke="var(--color-idle)" d="M22 14q5-5 0-10M48 14q5-5 0-10M74 14q5-5 0-10" />
      </g>
    </>
  ),
  'Water Heater': (
    <>
      <Copper d="M48 0v10M22 60H0" w={4} />
      <g className="k">
        <Fixture of="cylinder" x={48} y={70} s={0.92} />
        <Drop x={80} y={30} s={0.9} />
      </g>
    </>
  ),
  'Pipe Repair': (
    <>
      <Copper d="M0 22h42q8 0 8 8v42" w={8} />
      <g className="k">
        <rect className="fl" x="12" y="13" width="12" height="18" rx="2" />
        <rect className="fl" x="41" y="50" width="18" height="12" rx="2" />
        <path className="fi" transform="rotate(8 76 28)" d="M66 18l12 12 8-2 4 8h-6l-4 6-8-6v-6l-12-12z" />
      </g>
    </>
  ),
  'Other Emergency': (
    <g className="k">
      <path className="fe" d="M14 12h48q6 0 6 6v22q0 6-6 6H38L24 60V46H14q-6 0-6-6V18q0-6 6-6z" />
      <path className="n" d="M20 24h36M20 33h22" />
      <Fixture of="wheel" x={78} y={50} s={0.86} />
    </g>
  ),
}

/** Draws a type of emergency on the background of its room in the house; the name is beside it. */
export function EmergencyDrawing({ type, className = '' }: { type: EmergencyTypeName; className?: string }) {
  return (
    <svg className={`${washOf(type)} ${className}`.trim()} viewBox="0 0 96 72" aria-hidden="true">
      {drawings[type]}
    </svg>
  )
}
