import { StopcockDrawing } from '#app/ui/drawings/stopcock.tsx'

/** First aid while water runs, before any form. */
export function StopcockTip() {
  return (
    <aside aria-label="While you wait" className="grid grid-cols-[96px_1fr] gap-3 border-t-2 border-ink pt-4">
      <StopcockDrawing className="w-full" />
      <div>
        <h3 className="text-lg">Water still running?</h3>
        <p className="mt-1 text-sm">
          Turn the stopcock clockwise until it stops. It’s usually under the kitchen sink, by the front door or under a small iron lid in
          the pavement.
        </p>
      </div>
    </aside>
  )
}
