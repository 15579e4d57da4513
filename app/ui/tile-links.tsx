import type { ComponentProps, ReactNode } from 'react'
import type { TileProps } from './tile.tsx'

/** Tiles, three in a row; `inOneRow` puts nine side by side if there is room. */
export function Tiles({ inOneRow, children }: { inOneRow?: boolean; children: ReactNode }) {
  return <div className={`grid grid-cols-3 gap-x-2 gap-y-3 md:gap-4 ${inOneRow ? 'lg:grid-cols-9 lg:gap-3' : ''}`}>{children}</div>
}

/** A drawing with its name, as a link. On tablets the name is beside it. */
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
