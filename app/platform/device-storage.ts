import type { CacheName, DatabaseName, LocalItem, TabItem } from '#content/device-storage.ts'

/* The browser's stores as the site uses them: by the names that /cookies lists. Types only, so they add nothing to scripts: `const device:
   LocalStorage = localStorage`, at the place of use, since it throws in browsers without storage. device-storage.test.ts refuses the stores
   without such a type. */

type NamedStorage<Name extends string> = { readonly [Each in Name]?: string } & {
  getItem(name: Name): string | null
  setItem(name: Name, value: string): void
  removeItem(name: Name): void
}

export type LocalStorage = NamedStorage<LocalItem>
export type SessionStorage = NamedStorage<TabItem>

export interface Databases {
  open(name: DatabaseName): IDBOpenDBRequest
}

export interface Caches {
  open(name: CacheName): Promise<Cache>
}
