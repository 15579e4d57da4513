declare module 'virtual:islands' {
  /** The constant inline script of public pages. */
  export const starterScript: string
  /** The address of each island's module, by its name. */
  export const islandUrls: Record<string, string>
}

declare module 'virtual:built-files' {
  /** The build's id, as its pages say it. */
  export const build: string
  /** Files that public pages need. `revision`: of a file whose name stays when it changes. */
  export const files: { url: string; revision: string | null }[]
}

declare namespace React {
  /** The browser's own commands for dialogs and popovers, which React's types do not know yet. */
  interface ButtonHTMLAttributes<T> extends HTMLAttributes<T> {
    command?: 'show-modal' | 'close' | 'request-close'
    commandfor?: string
  }
}
