import { expect } from 'vitest'
import { type Engine, type EngineWindow, type Key, phone, type Size } from './window.ts'

/** Waits for a state. The limit is long because it only guards against hanging. */
const eventually = <T>(read: () => T, message?: string) => expect.poll(read, { timeout: 30_000, interval: 30, message })

/**
 * A visitor in a window of an engine: each step waits until it is possible. A target is a CSS selector, or an XPath expression that begins
 * with `//`; it means the first element that is shown.
 */
export class Visitor {
  private readonly engine: Engine
  private readonly siteUrl: string
  private readonly window: EngineWindow

  constructor(engine: Engine, siteUrl: string, window: EngineWindow) {
    this.engine = engine
    this.siteUrl = siteUrl
    this.window = window
  }

  /** Opens a page of the site, or another address, in a window of this size. */
  async open(path: string, size: Size = phone): Promise<void> {
    await this.window.resize(size)
    await this.window.goTo(new URL(path, this.siteUrl).href)
    // Firefox gives a page the new width only after it has reported it.
    await this.expectPage(() => innerWidth, size.width)
  }

  press = (key: Key) => this.window.press(key)
  close = () => this.window.close()
  clickAt = (x: number, y: number) => this.window.clickAt(x, y)

  /** Clicks in the middle of an element once it stays where it is and nothing covers it. */
  async click(target: string): Promise<void> {
    let before: Point | undefined
    let point: Point | undefined
    await eventually(async () => {
      const { clickable } = await this.look(target, true)
      if (typeof clickable === 'string') return clickable
      before = point
      point = clickable
      return before?.x === point.x && before.y === point.y ? 'can be clicked' : 'moves'
    }, target).toBe('can be clicked')
    if (point) await this.window.clickAt(point.x, point.y)
  }

  /** Replaces the content of a field. */
  async fill(target: string, text: string): Promise<void> {
    await this.click(target)
    await this.window.evaluate(() => (document.activeElement as HTMLInputElement).select())
    await this.window.type(text)
    await eventually(async () => (await this.look(target)).value, target).toBe(text)
  }

  /** The text of an element, once it is shown. */
  async text(target: string): Promise<string> {
    await this.expectShown(target)
    return (await this.look(target)).text ?? ''
  }

  expectShown = (target: string) => eventually(async () => (await this.look(target)).shown > 0, target).toBe(true)
  expectHidden = (target: string) => eventually(async () => (await this.look(target)).shown, target).toBe(0)
  expectText = (target: string, text: string) => eventually(async () => (await this.look(target)).text ?? '', target).toContain(text)
  expectPath = (path: string) => this.expectPage(() => location.pathname + location.search + location.hash, path)

  /** Waits until a function that runs in the page returns this. */
  expectPage = <T>(run: () => T, value: T) => eventually(() => this.ask(run)).toEqual(value)

  /** The current result of a function that runs in the page, or `undefined` if there is none. */
  evaluate = <T>(run: () => T | Promise<T>) => this.ask(run) as Promise<T | undefined>

  windows = () => this.engine.windows()

  /** Waits for a new window and returns it. */
  async opened(before: readonly EngineWindow[]): Promise<Visitor> {
    let made: EngineWindow | undefined
    await eventually(async () => {
      made = (await this.windows()).find((each) => !before.includes(each))
      return made !== undefined
    }).toBe(true)
    return new Visitor(this.engine, this.siteUrl, made as EngineWindow)
  }

  /** While one page replaces another, nothing is shown. */
  private look = async (target: string, bring = false) => (await this.ask(lookAt, target, bring)) ?? nothing

  private ask<T, A extends unknown[]>(run: (...args: A) => T, ...args: A): Promise<T | undefined> {
    return this.window.evaluate(run, ...args).catch(() => undefined)
  }
}

interface Point {
  x: number
  y: number
}

/** The result of looking up a target in a page. */
interface Look {
  shown: number
  /** The text of the first element that is shown. */
  text?: string
  value?: string
  /** The point to click, or the reason why it can't be clicked. */
  clickable: Point | string
}

const nothing: Look = { shown: 0, clickable: 'not shown' }

/** Runs in the page, where it is sent as text, so it can only use its arguments. `bring`: scrolls to the element. */
function lookAt(target: string, bring: boolean): Look {
  const elements: HTMLElement[] = []
  if (target.startsWith('//')) {
    const found = document.evaluate(target, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE)
    for (let at = 0; at < found.snapshotLength; at++) elements.push(found.snapshotItem(at) as HTMLElement)
  } else elements.push(...document.querySelectorAll<HTMLElement>(target))
  // Text for screen readers only is one pixel large.
  const shown = elements.filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.offsetWidth > 1)
  const [element] = shown
  if (!element) return { shown: 0, clickable: 'not shown' }
  const boxOf = () => element.getClientRects()[0] ?? element.getBoundingClientRect()
  // The header and the bar with the buttons are sticky and cover what is below them.
  if (bring && (boxOf().top < 80 || boxOf().bottom > innerHeight - 90)) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const box = boxOf()
  const point = { x: Math.round(box.left + box.width / 2), y: Math.round(box.top + box.height / 2) }
  const front = document.elementFromPoint(point.x, point.y)
  const isFree = front !== null && (element.contains(front) || front.contains(element))
  const { textContent, value } = element as HTMLInputElement
  const clickable = element.matches(':disabled')
    ? 'disabled'
    : isFree
      ? point
      : `covered by ${front?.outerHTML.slice(0, 120) ?? 'the edge of the window'}`
  return { shown: shown.length, text: textContent.trim(), value, clickable }
}
