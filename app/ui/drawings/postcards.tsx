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
