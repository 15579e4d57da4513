import { Button } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

/** Tooltips side by side, to move from one to the other. */
export default function DevTooltips() {
  return (
    <div className="flex justify-between gap-3">
      <Tooltip id="tip-first" text="Counted from the end of the call.">
        <Button type="button" look="outline">
          First
        </Button>
      </Tooltip>
      <Tooltip id="tip-second" text="The second one comes at once when the first has just gone, and stays inside the page.">
        <Button type="button" look="outline">
          Second
        </Button>
      </Tooltip>
    </div>
  )
}
