import type { ReactNode } from 'react'

const postcards = {
  stopcock: (
    <g className="k" transform="translate(48 36)scale(1.2)">
      <circle className="fr" r="15" />
      <circle className="fp" r="8" />
      <path className="n" d="M0-15v30M-13-7.5l26 15M-13 7.5l26-15" />
    </g>
  ),
  bucket: (
    <g className="k">
      <path className="fi" d="M30 24h36l-6 36H36z" />
      <path className="fW" d="M30 24h36l-1 8H31z" />
    </g>
  ),
  receipt: (
    <g className="k">
      <path className="fe" d="M30 8h36v54l-6-5-6 5-6-5-6 5-6-5-6 5z" />
      <path className="n" d="M38 20h20M38 30h20M38 40h12" />
    </g>
  ),
} satisfies Record<string, ReactNode>

export type PostcardName = keyof typeof postcards

/** The small drawing beside an article. */
export function Postcard({ of, className = 'bg-stone' }: { of: PostcardName; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 96 72" aria-hidden="true">
      {postcards[of]}
    </svg>
  )
}

/** A stopcock and the way to turn it. */
export function StopcockDrawing({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 120 96" aria-hidden="true">
      <path className="cs" strokeWidth="19" d="M-6 72h132" />
      <path className="sc" strokeWidth="14" d="M-6 72h132" />
      <g className="k">
        <path className="fl" d="M44 58h32v28H44zM55 40h10v18H55z" />
        <g transform="translate(60 30)scale(1.5 .8)">
          <circle className="fr" r="15" />
          <circle className="fp" r="8" />
          <path className="n" d="M0-15v30M-13-7l26 14M-13 7l26-14" />
        </g>
        <path className="n" d="M98 18a42 24 0 0 1-4 26m0 0l-2-10m2 10l10-4" />
      </g>
    </svg>
  )
}
