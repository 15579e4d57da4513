import type { ComponentProps, ReactNode } from 'react'

interface TileProps {
  title: string
  text?: string
  /** The ground of the drawing: a class. */
  wash?: string
  /** The drawing. */
  children: ReactNode
}

/** Tiles, three in a row; `inOneRow` puts nine beside each other where there is room. */
export function Tiles({ inOneRow, children }: { inOneRow?: boolean; children: ReactNode }) {
  return <div className={`grid grid-cols-3 gap-x-2 gap-y-4 md:gap-4 ${inOneRow ? 'lg:grid-cols-9 lg:gap-3' : ''}`}>{children}</div>
}

/** A drawing with its name, as a link. On tablets the name stands beside it. */
export function TileLink({ title, text, wash = 'bg-stone', children, ...rest }: TileProps & Omit<ComponentProps<'a'>, 'title'>) {
  return (
    <a
      className="group block leading-tight no-underline md:max-lg:grid md:max-lg:grid-cols-[104px_1fr] md:max-lg:items-center md:max-lg:gap-3"
      {...rest}
    >
      <span className={`block aspect-4/3 overflow-clip rounded-key group-hover:bg-lamp ${wash}`}>{children}</span>
      <span className="mt-2 block text-sm md:max-lg:mt-0">
        <b className="block group-hover:underline">{title}</b>
        <span className="text-muted">{text}</span>
      </span>
    </a>
  )
}

/** A drawing with its name, as one of a few choices; from tablets on, the name and the text stand beside it. */
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
