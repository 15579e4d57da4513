import { Button } from './button.tsx'
import { showToast, type Toast } from './toast.ts'

const kinds: Record<string, Omit<Toast, 'id'>> = {
  'Plain toast': { title: 'Saved', text: 'This disappears after eight seconds.' },
  'Toast with a link': { title: 'Two places have gone', action: { label: 'See what is left', href: '#tables' } },
  'Lasting toast': { title: 'Still sending', text: 'This stays until you close it.', lasting: true },
  'Alarm toast': { title: 'That couldn’t be sent', text: 'Please call instead.', tone: 'alarm' },
}

/** Shows one toast of each kind. */
export default function DevToasts() {
  return (
    <div className="flex flex-wrap gap-3">
      {Object.entries(kinds).map(([kind, toast]) => (
        <Button key={kind} type="button" look="outline" onClick={() => showToast(toast)}>
          {kind}
        </Button>
      ))}
    </div>
  )
}
