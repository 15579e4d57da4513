export interface Toast {
  id: number
  title: string
  text?: string
  /** An alarm is announced immediately and stays until closed. */
  tone?: 'plain' | 'alarm'
  action?: { label: string; href: string }
  /** Stays until closed. */
  lasting?: boolean
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function replace(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a toast above the others, in place of one with the same title. Starts the toaster if necessary. Returns the toast's id. */
export function showToast(toast: Omit<Toast, 'id'>): number {
  lastId += 1
  replace([{ ...toast, id: lastId }, ...toasts.filter(({ title }) => title !== toast.title)])
  startIsland('toaster')
  return lastId
}

/** Removes a toast, shown or still waiting for room. */
export function dismissToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id))
}

export function dismissToasts(): void {
  if (toasts.length > 0) replace([])
}

/** The toasts, newest first. */
export const getToasts = (): readonly Toast[] => toasts

/** Calls `listener` after every change; returns the function that stops it. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Starts an island of this page that another one needs, e.g. the toaster for the first toast. */
export function startIsland(name: string): void {
  document.querySelector(`[data-island*="/${name}."]`)?.dispatchEvent(new Event('island-start'))
}
