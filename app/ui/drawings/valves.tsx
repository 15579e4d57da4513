/** Distance between the valves of a row. */
const valvePitch = 33

/** The slots of a day as valves on one pipe: `free` of them open. The words beside it say the same. */
export function Valves({ free, of = 5, className = 'inline-block h-[29px]' }: { free: number; of?: number; className?: string }) {
  const width = valvePitch * (of - 1) + 34
  const drawn = (from: number, to: number, valve: (x: number) => string) =>
    Array.from({ length: to - from }, (_, index) => valve(valvePitch * (from + index))).join('')
  const body = (x: number) => `M${x + 9} 18h16v16h-16zM${x + 17} 18v-6`
  const [open, shut] = [drawn(0, free, (x) => `M${x + 15} 10h15`), drawn(free, of, (x) => `M${x + 17} 12v-7`)]
  return (
    <svg className={className} viewBox={`0 0 ${width} 38`} aria-hidden="true">
      <path className="cs" strokeWidth="11" d={`M0 26h${width}`} />
      <path stroke="var(--color-white)" strokeWidth="6" d={`M0 26h${width}`} />
      <path className="sc" strokeWidth="6" strokeLinecap="butt" d={`M0 26h${free < of ? valvePitch * free : width}`} />
      <path className="fl k" d={drawn(0, free, body)} />
      <path className="fp k" d={drawn(free, of, body)} />
      <path className="cs" strokeWidth="9" d={open + shut} />
      <path className="sr" strokeWidth="4.5" d={open} />
      <path stroke="var(--color-white)" strokeWidth="4.5" d={shut} />
    </svg>
  )
}
