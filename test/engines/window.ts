/** One tab or window of an engine. Uses the keys and the pointer of the engine itself. */
export interface EngineWindow {
  /** Opens an address and waits until the page has loaded. */
  goTo(url: string): Promise<void>
  /** Runs a function in the page. Also works with JavaScript disabled, as long as the function is synchronous. */
  evaluate<T, A extends unknown[]>(run: (...args: A) => T, ...args: A): Promise<T>
  clickAt(x: number, y: number): Promise<void>
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  resize(size: Size): Promise<void>
  close(): Promise<void>
}

export type Key = 'Enter' | 'Escape' | 'Tab'

export interface Size {
  width: number
  height: number
}

/** A running engine. */
export interface Engine {
  version: string
  /** True if a page can open a window a second after a click. Safari and WebKit block it as a pop-up. */
  opensWindowsLater: boolean
  /** Its windows, in no particular order. Returns the same objects each time. */
  windows(): Promise<EngineWindow[]>
  close(): Promise<void>
}

/** Starts an engine with one empty window of a phone's size and no history. `javaScript`: whether pages may run scripts. */
export type OpenEngine = (options: { javaScript: boolean }) => Promise<Engine>

export const phone: Size = { width: 360, height: 740 }
export const desk: Size = { width: 1280, height: 900 }
