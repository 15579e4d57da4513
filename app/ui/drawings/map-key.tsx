/** Explains the fills of the map; `lit` is the meaning of the lit areas on this page. */
export function MapKey({ lit }: { lit?: string }) {
  return (
    <p className="mt-3 flex flex-wrap gap-x-3 gap-y-1 text-sm md:grid md:grid-cols-2">
      {lit && <Key className="bg-lamp">{lit}</Key>}
      <Key className="bg-brick">In the list below</Key>
      <Key className="border-dashed">Call us first</Key>
      <Key className="bg-cream">Covered too, by postcode</Key>
      <span className="basis-full md:hidden">The letters are short for a borough: ENF is Enfield.</span>
    </p>
  )
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <i aria-hidden="true" className={`h-4 w-7 rounded-[3px] border-2 border-ink ${className}`} />
      {children}
    </span>
  )
}
