import { Button } from './button.tsx'
import { Tooltip } from './staff-tooltip.tsx'

/** Tooltips side by side, to move from one to the other. */
export default function DevTooltips() {
  return (
    <div className="flex justify-between gap-3">
      <Tooltip id="tip-first" text="Counted from the end of the call.">
        <Button type="button" look="outline">
          First
        </Button>
      </Tooltip>
      <Tooltip id="tip-second" text="The second one appears immediately if the first has just closed, and stays within the page.">
        <Button type="button" look="outline">
          Second
        </Button>
      </Tooltip>
    </div>
  )
}
