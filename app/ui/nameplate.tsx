interface NameplateProps {
  name: string
  /** In red: the outward code. */
  code: string
  note?: string
  href?: string
}

/** A street nameplate: for places only. */
export function Nameplate({ name, code, note, href }: NameplateProps) {
  const words = (
    <>
      <span>
        {`${name} `}
        <span className="ml-2 text-alarm">{code}</span>
      </span>
      {note && <span className="text-xs font-normal">{note}</span>}
    </>
  )
  const look =
    'inline-flex min-h-11 flex-col justify-center border-3 border-ink bg-white px-3 py-1.5 leading-tight font-bold tracking-wide uppercase [outline:2px_solid_var(--color-white)]'
  return href ? (
    <a href={href} className={`${look} no-underline hover:bg-lamp @max-[15rem]:text-sm`}>
      {words}
    </a>
  ) : (
    <p className={`${look} text-lg [overflow-wrap:anywhere] md:text-xl @max-[15rem]:text-sm`}>{words}</p>
  )
}
