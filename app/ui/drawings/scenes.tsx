import type { ReactNode } from 'react'
import { Cold, Copper } from './pipes.tsx'

/* Drawings beside the text of pages without a hero: one each, from the house's kit. */

const wheel = (
  <>
    <circle className="fr" r="26" />
    <circle className="fp" r="14" />
    <path className="n" d="M0-26v52M-22-13l44 26M-22 13l44-26" />
    <circle className="fi k0" r="5" />
  </>
)

const scenes = {
  /** A pipe that has come apart: there is nothing at this address. */
  apart: (
    <>
      <Cold d="M-8 96h110M218 130h110" w={20} />
      <g className="k">
        <path className="fs" d="M98 80h16v32H98z" />
        <path className="fs" d="M206 114h16v32h-16z" />
        <path className="fW" d="M122 100q10 14 6 30-8 8-14 0 0-14 8-30z" />
        <path className="fW" d="M140 160q6 10 3 18-5 6-10 0 0-8 7-18z" />
        <path className="fW" d="M82 214q59-24 118 0z" />
      </g>
    </>
  ),
  /** A stop valve that is shut: no line. */
  shut: (
    <>
      <Copper d="M-8 150h336" w={22} />
      <g className="k">
        <path className="fl" d="M126 120h68v60h-68zM148 84h24v36h-24z" />
        <g transform="translate(160 62)">{wheel}</g>
      </g>
    </>
  ),
  /** A gas meter with its lever across the pipe: off. */
  gas: (
    <>
      <path className="cs" strokeWidth="21" d="M70 270V156q0-16 16-16h34M200 140h34q16 0 16 16v114" />
      <path className="sg" strokeWidth="16" d="M70 270V156q0-16 16-16h34M200 140h34q16 0 16 16v114" />
      <g className="k">
        <path className="fe" d="M108 20h104q8 0 8 8v120q0 8-8 8H108q-8 0-8-8V28q0-8 8-8z" />
        <path className="fp" d="M122 44h76v28h-76z" />
        <path className="n" d="M141 44v28M160 44v28M179 44v28M122 100h76M122 120h50" />
        <circle className="fl" cx="70" cy="198" r="15" />
      </g>
      <path className="cs" strokeWidth="17" d="M30 198h80" />
      <path className="sr" strokeWidth="12" d="M30 198h80" />
    </>
  ),
  /** A front door with its number and letter box: for accounts and letters. */
  door: (
    <g className="k">
      <path className="fb" d="M30 10h260v230H30z" />
      <path className="fp" d="M96 40h128v200H96z" />
      <path className="fw" d="M110 54h100v186H110z" />
      <path className="fW" d="M124 68h72v34h-72z" />
      <path className="n" d="M160 68v34M124 134h30v84h-30zM166 134h30v84h-30z" />
      <path className="fl" d="M140 112h40v12h-40z" />
      <circle className="fl" cx="202" cy="160" r="5" />
      <path className="fe" d="M238 66h40v26h-40z" />
      <path className="n" d="M249 72v14m9-14h8v6h-8v8h8" />
      <path className="fi" d="M10 240h300" />
    </g>
  ),
} satisfies Record<string, ReactNode>

export type SceneName = keyof typeof scenes

/** Words in a column, and beside them, or below on small screens, one drawing. */
export function BesideScene({ of, children }: { of: SceneName; children: ReactNode }) {
  return (
    <div className="gap-12 lg:grid lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
      <div className="max-w-[40em]">{children}</div>
      <svg viewBox="0 0 320 256" aria-hidden="true" className="mt-8 w-full max-w-[34em] bg-stone">
        {scenes[of]}
      </svg>
    </div>
  )
}
