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
