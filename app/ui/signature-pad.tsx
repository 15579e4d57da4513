import { type PointerEvent, useState } from 'react'
import { type Point, pathOf, signatureSize, withPoint } from '#app/platform/signature.ts'
import { Button } from './button.tsx'
import { useHydrated } from './use-hydrated.ts'

interface SignaturePadProps {
  id: string
  name: string
  /** The alternative for someone who can't sign here, in a sentence. */
  instead: string
  problem?: string
}

/** A box to sign in with a finger. It sends the strokes as the path of an SVG. Without JavaScript it shows the alternative. */
export function SignaturePad({ id, name, instead, problem }: SignaturePadProps) {
  const isHydrated = useHydrated()
  const [strokes, setStrokes] = useState<readonly (readonly Point[])[]>([])
  const [isDrawing, setIsDrawing] = useState(false)
  const path = pathOf(strokes)
  const add = (event: PointerEvent<SVGSVGElement>, isNew: boolean) => {
    const box = event.currentTarget.getBoundingClientRect()
    const point = {
      x: ((event.clientX - box.left) / box.width) * signatureSize.width,
      y: ((event.clientY - box.top) / box.height) * signatureSize.height,
    }
    setStrokes((drawn) => (isNew ? [...drawn, withPoint([], point)] : [...drawn.slice(0, -1), withPoint(drawn.at(-1) ?? [], point)]))
  }
  if (!isHydrated) return <p className="mt-5 font-bold">{`To sign here, turn on JavaScript on this phone. ${instead}`}</p>
  return (
    <div id={id} className={`mt-5 ${problem ? 'border-l-5 border-alarm pl-3.5' : ''}`}>
      <p className="font-bold">Signature</p>
      {problem && (
        <p className="font-bold text-alarm-text">
          <span className="sr-only">Error: </span>
          {problem}
        </p>
      )}
      <svg
        viewBox={`0 0 ${signatureSize.width} ${signatureSize.height}`}
        role="img"
        aria-label={path ? 'Your signature' : 'An empty box for your signature'}
        className="mt-1 aspect-3/1 w-full touch-none rounded-key border-2 border-ink bg-white"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setIsDrawing(true)
          add(event, true)
        }}
        onPointerMove={(event) => isDrawing && add(event, false)}
        onPointerUp={() => setIsDrawing(false)}
        onPointerCancel={() => setIsDrawing(false)}
      >
        <path d={path} fill="none" stroke="currentColor" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <input type="hidden" name={name} value={path} />
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <Button type="button" look="outline" className="min-h-12" onClick={() => setStrokes([])}>
          Clear
        </Button>
        <span className="text-sm text-muted">{`Sign with your finger. ${instead}`}</span>
      </div>
    </div>
  )
}

/** A signature that was drawn. */
export const SignatureImage = ({ path, name }: { path: string; name: string }) => (
  <svg
    viewBox={`0 0 ${signatureSize.width} ${signatureSize.height}`}
    role="img"
    aria-label={`Signature of ${name}`}
    className="mt-1 aspect-3/1 w-full max-w-[18em] border border-line bg-white"
  >
    <path d={path} fill="none" stroke="currentColor" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
