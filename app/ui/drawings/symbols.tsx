import type { ReactElement } from 'react'
import { wheel } from '#content/wheel.ts'

/* Symbols that several drawings of a page share. The page includes each once and refers to it by id. */

/** Ids of shared drawings; brick and tiles are fill patterns. */
export type SymbolId = 'br' | 'tl' | 'tel' | 'al' | 'ck' | 'l' | 'van' | 'logo'

const symbols: Record<SymbolId, ReactElement> = {
  /** Stock brick. */
  br: (
    <pattern key="br" id="br" width="26" height="18" patternUnits="userSpaceOnUse">
      <path className="fb" d="M0 0h26v18H0z" />
      <path d="M0 .5h26M0 9.5h26M7 0v9M20 9v9" stroke="var(--color-mortar)" strokeWidth="1.5" />
    </pattern>
  ),
  /** Bathroom tiles. */
  tl: (
    <pattern key="tl" id="tl" width="14" height="14" patternUnits="userSpaceOnUse">
      <path className="fW" d="M0 0h14v14H0z" />
      <path className="n" d="M0 0h14M0 0v14" stroke="var(--color-white)" />
    </pattern>
  ),
  /** A telephone, in the colour of the text. */
  tel: (
    <symbol key="tel" id="tel" viewBox="0 0 24 24">
      <path
        fill="currentColor"
        d="M5 2.5 9 2l2.5 6-3 2a12 12 0 0 0 5.5 5.5l2-3 6 2.5-.5 4c-.2 1.6-1.4 2.5-3 2.5C10 21.5 2.5 14 2.5 5.5c0-1.6 1-2.8 2.5-3z"
      />
    </symbol>
  ),
  /** Attention. */
  al: (
    <symbol key="al" id="al" viewBox="0 0 18 18">
      <circle className="fr" cx="9" cy="9" r="9" />
      <path d="M9 4v6m0 3.6v0" stroke="var(--color-white)" strokeWidth="2.4" />
    </symbol>
  ),
  /** Ticked off. */
  ck: (
    <symbol key="ck" id="ck" viewBox="0 0 22 22">
      <circle className="fl" cx="11" cy="11" r="10" stroke="var(--color-ink)" strokeWidth="2" />
      <path className="n k" d="M6 11.5l3.5 3.5 6.5-7" />
    </symbol>
  ),
  /** A chevron to the left, in the colour of the text. */
  l: (
    <symbol key="l" id="l" viewBox="0 0 20 20">
      <path className="n" d="M12 4l-6 6 6 6" stroke="currentColor" strokeWidth="2.5" />
    </symbol>
  ),
  /** The van. */
  van: (
    <symbol key="van" id="van" viewBox="0 0 132 72">
      <g className="k">
        <path className="fe" d="M130 58V34q0-5-5-6l-15-3-12-20q-2-3-7-3H8q-6 0-6 6v50z" />
        <path className="fi" d="M2 46h128v12H2z" />
        <path className="fW" d="M104 25L92 8H78v17z" />
        <path className="fr k0" d="M3 28h66v9H3z" />
        <path className="n" d="M73 4v42" />
        <circle className="fi" cx="102" cy="58" r="12" />
        <circle className="fs" cx="102" cy="58" r="4" />
        <circle className="fi" cx="30" cy="58" r="12" />
        <circle className="fs" cx="30" cy="58" r="4" />
      </g>
    </symbol>
  ),
  /** The sign of the business: a stopcock's wheel that is also a rose. */
  logo: (
    <symbol key="logo" id="logo" viewBox="-19 -19 38 38">
      <g className="k">
        <path className="fr" d={wheel.rim} />
        <circle className="fp" r={wheel.faceRadius} />
        <path className="n" d={wheel.spokes} />
        <circle className="fi k0" r={wheel.hubRadius} />
      </g>
    </symbol>
  ),
}

export const symbolIds = Object.keys(symbols) as SymbolId[]

/** The symbols and patterns a page uses: once, at the start of its body. The house needs `br` and `tl`. */
export function DrawingDefs({ symbols: ids }: { symbols: readonly SymbolId[] }) {
  return (
    <svg className="absolute" width="0" height="0" aria-hidden="true">
      {ids.map((id) => symbols[id])}
    </svg>
  )
}

/** A symbol of the page's, to be sized by its class. */
export function Use({ id, className, viewBox }: { id: Exclude<SymbolId, 'br' | 'tl'>; className?: string; viewBox?: string }) {
  return (
    <svg className={className} viewBox={viewBox} aria-hidden="true">
      <use href={`#${id}`} />
    </svg>
  )
}

/** A rating of up to five whole stars. */
export function Stars({ count = 5, className = 'h-4' }: { count?: number; className?: string }) {
  return (
    <svg className={className} viewBox={`0 0 ${18 * count - 2} 16`} role="img" aria-label={`${count} out of 5`}>
      <path
        className="fc"
        d={Array.from(
          { length: count },
          (_, at) => `M${8 + 18 * at} 0l2.4 5.2 5.6.6-4.2 3.9 1.2 5.6-5-2.9-5 2.9 1.2-5.6-4.2-3.9 5.6-.6z`,
        ).join('')}
      />
    </svg>
  )
}
