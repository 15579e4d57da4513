/** Distance between the valves of a row; they overlap a little, so that the pipe is continuous. */
const valvePitch = 33

/** The slots of a day as valves on one pipe: `free` of them open. The words beside it say the same. The page carries `v0`, `v1`. */
export function Valves({ free, of = 5, className = 'inline-block h-[29px]' }: { free: number; of?: number; className?: string }) {
  return (
    <svg className={className} viewBox={`0 0 ${valvePitch * (of - 1) + 34} 38`} aria-hidden="true">
      {Array.from({ length: of }, (_, index) => (
        <use key={index} href={index < free ? '#v1' : '#v0'} x={valvePitch * index || undefined} width="34" />
      ))}
    </svg>
  )
}
