import { encode } from 'uqr'

/** An address as a QR code, black on white in every theme: cameras read no other. `label`: its target, for screen readers. */
export function QrCode({ address, label }: { address: string; label: string }) {
  const { data, size } = encode(address, { border: 4, ecc: 'M' })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className="w-full max-w-[20em] border-2 border-ink bg-[#fff]">
      <path d={dark} shapeRendering="crispEdges" />
    </svg>
  )
}
