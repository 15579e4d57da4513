import type { ReactNode } from 'react'

interface SecondTapProps {
  label: string
  look?: 'ink' | 'outline'
  /** In a bar that stays at the lower edge of the screen, and grows upwards. */
  isAtBottom?: boolean
  /** The button that does it. */
  children: ReactNode
}

/**
 * A button for irreversible acts: the first tap shows the button that does it, and turns this one into the one that goes back, so that
 * tapping twice in one place does nothing.
 */
export const SecondTap = ({ label, look = 'ink', isAtBottom = false, children }: SecondTapProps) => (
  <details className={`group ${isAtBottom ? 'tall:flex tall:flex-col-reverse' : ''}`}>
    <summary
      className={`key min-h-[64px] w-full list-none text-lg ${look === 'ink' ? 'key-ink' : 'key-outline'} ${isAtBottom ? 'tall:group-open:mt-2 tall:group-open:mb-0' : ''} group-open:mb-2 group-open:key-outline group-open:bg-transparent`}
    >
      <span className="group-open:hidden">{label}</span>
      <span className="hidden group-open:inline">Not yet</span>
    </summary>
    {children}
  </details>
)
