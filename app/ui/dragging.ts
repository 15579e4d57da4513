import { type DragEvent, useEffect, useState } from 'react'

/*
 * Dragging one thing onto another with a mouse, by the browser's own drag and drop. Everything can also be done with keys: dragging is
 * never the only way.
 */

/** Distinguishes things dragged on a page from text and links dragged over it. */
const dragType = 'application/x-dragged'

/** Returns true if the device has a mouse and scripts run. */
export function useCanDrag(): boolean {
  const [canDrag, setCanDrag] = useState(false)
  useEffect(() => setCanDrag(matchMedia('(hover: hover) and (pointer: fine)').matches), [])
  return canDrag
}

/** Returns the thing being dragged, and functions to begin and end it. It also ends when the drag ends in any other way. */
export function useDragging<Thing>() {
  const [thing, setThing] = useState<Thing>()
  const isDragging = thing !== undefined
  useEffect(() => {
    if (!isDragging) return
    const end = () => setThing(undefined)
    // If the dragged element has left the page, there is no dragend event, but the mouse moves again.
    const ends = ['dragend', 'mousemove'] as const
    for (const name of ends) addEventListener(name, end)
    return () => {
      for (const name of ends) removeEventListener(name, end)
    }
  }, [isDragging])
  return {
    thing,
    begin(event: DragEvent, dragged: Thing) {
      event.dataTransfer.setData(dragType, '')
      event.dataTransfer.effectAllowed = 'move'
      // A page that changes while its drag begins loses it in some browsers.
      setTimeout(() => setThing(dragged))
    },
    end: () => setThing(undefined),
  }
}

/** Returns the handlers of a drop target; `isOver` is called when something is over it. If `onDrop` is undefined, it accepts nothing. */
export const dropTarget = (onDrop: (() => void) | undefined, isOver: (is: boolean) => void) => ({
  onDragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes(dragType)) return
    isOver(true)
    if (!onDrop) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
  },
  onDragLeave(event: DragEvent) {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) isOver(false)
  },
  onDrop(event: DragEvent) {
    isOver(false)
    if (!onDrop || !event.dataTransfer.types.includes(dragType)) return
    event.preventDefault()
    onDrop()
  },
})
