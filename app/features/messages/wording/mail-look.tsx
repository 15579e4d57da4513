import type { CSSProperties, ReactNode } from 'react'

export const paper = '#FBF7EF'
export const chalk = '#FFFDF9'
export const ink = '#13264F'
export const muted = '#4A587A'
export const hairline = '#D5C8B2'
export const idle = '#8791A8'
export const red = '#C5251B'
export const font = 'Arial, Helvetica, sans-serif'

/** A table for layout only. `bareGap`: the space inside its cells where an email program drops styles, which otherwise set it. */
export function Layout({ children, style, bareGap = 0 }: { children: ReactNode; style?: CSSProperties; bareGap?: number }) {
  return (
    <table role="presentation" cellPadding={bareGap} cellSpacing={0} style={{ borderCollapse: 'separate', borderSpacing: 0, ...style }}>
      <tbody>{children}</tbody>
    </table>
  )
}

/** A circle drawn by a cell; square if corners can't be rounded. */
export const disc = (size: number, background: string, border: string): CSSProperties => ({
  width: size,
  height: size,
  padding: 0,
  background,
  border,
  borderRadius: '50%',
  lineHeight: 0,
  fontSize: 0,
})
