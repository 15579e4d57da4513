import { Nameplate } from '#app/ui/nameplate.tsx'

/** A place's nameplate, if the hero has room for it. */
export function WallPlate({ name, code, note }: { name: string; code: string; note: string }) {
  return (
    <div className="absolute inset-x-4 top-[26%] md:top-24 md:left-8">
      <Nameplate name={name} code={code} note={note} />
    </div>
  )
}
