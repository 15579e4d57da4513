import type { ComponentProps, ReactNode } from 'react'

export interface TileProps {
  title: string
  text?: string
  /** The ground of the drawing: a class. */
  wash?: string
  /** The drawing. */
  children: ReactNode
}

/** A drawing with its name, as one of a few choices; from tablets on, the name and the text are beside it. */
export function TileRadio({ title, text, wash = 'bg-stone', children, ...rest }: TileProps & Omit<ComponentProps<'input'>, 'title'>) {
  return (
    <label className="relative flex cursor-pointer flex-col overflow-clip md:grid md:grid-cols-[88px_1fr] rounded-key border-2 border-ink bg-white text-center text-xs leading-tight has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink">
      <input type="radio" className="peer absolute inset-0 size-full opacity-0" {...rest} />
      <span className={`block ${wash}`}>{children}</span>
      <span className="grid min-h-11 grow content-center p-1 peer-checked:bg-ink peer-checked:text-chalk md:text-left md:text-sm">
        <b>{title}</b>
        {text && <span className="hidden md:block">{text}</span>}
      </span>
    </label>
  )
}
