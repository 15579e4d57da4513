import { islandUrls } from 'virtual:islands'
import type { ComponentType } from 'react'

interface IslandProps<Props> {
  /** Its file is `name.island.tsx`. */
  name: string
  /** The file's default export: rendered here by the server, hydrated in the browser. */
  of: ComponentType<Props>
  /**
   * The moment its script is fetched, always after load and a first paint: near the viewport, when the browser is idle, when a link to
   * /book is touched, only while this device keeps a booking that is not yet delivered, or five seconds later and only with a mouse.
   * Touching it starts it in any case.
   */
  when: 'visible' | 'idle' | 'interaction' | 'book' | 'outbox' | 'mouse'
  /** Must be JSON: it is written into the page. */
  props: Props
  className?: string
  /** The page works without it: if it fails, its place stays empty. */
  isOrnament?: boolean
}

/** A script without a component, fetched when the browser is idle: `name.script.ts` (vite.islands.config.ts). */
export function IdleScript({ name }: { name: string }) {
  return <div data-island={islandUrls[name]} />
}

/** A part of a document that becomes interactive. It must work before it starts, and without JavaScript. */
export function Island<Props extends object>({ name, of: Component, when, props, className, isOrnament }: IslandProps<Props>) {
  return (
    <div
      data-island={islandUrls[name]}
      data-when={when}
      data-props={Object.keys(props).length > 0 ? JSON.stringify(props) : undefined}
      className={className}
      data-ornament={isOrnament ? '' : undefined}
    >
      <Component {...props} />
    </div>
  )
}
