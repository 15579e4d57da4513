/** Starts an island of this page that another one needs, e.g. the toaster for the first toast. */
export function startIsland(name: string): void {
  document.querySelector(`[data-island*="/${name}."]`)?.dispatchEvent(new Event('island-start'))
}
