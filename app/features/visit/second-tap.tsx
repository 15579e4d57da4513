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
  <details className={`second-tap ${isAtBottom ? 'at-bottom' : ''}`}>
    <summary className={`key min-h-[64px] w-full text-lg ${look === 'ink' ? 'key-ink' : 'key-outline'}`}>
      <span>{label}</span>
      <span>Not yet</span>
    </summary>
    {children}
  </details>
)
