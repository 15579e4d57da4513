import { startIsland } from './start-island.ts'

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

/** Shows a toast, on top of those that are there, in place of one with the same title, and starts the toaster if it has not started. Returns its id. */
export function showToast(toast: Omit<Toast, 'id'>): number {
  lastId += 1
  replace([{ ...toast, id: lastId }, ...toasts.filter(({ title }) => title !== toast.title)])
  startIsland('toaster')
  return lastId
}

/** Takes a toast away, whether it is shown or still waits for room. */
export function dismissToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id))
}

/** Takes all toasts away. */
export function dismissToasts(): void {
  if (toasts.length > 0) replace([])
}

/** The toasts, newest first. */
export const getToasts = (): readonly Toast[] => toasts

/** Calls `listener` after every change; returns how to stop that. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
