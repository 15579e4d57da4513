const ratios = { '4:3': 'aspect-4/3 object-cover', '1:1': 'aspect-square object-cover' } as const

interface PictureProps {
  src: string
  /** Its own size: the browser reserves its room by it. */
  width: number
  height: number
  alt: string
  /** Cut to this shape; else as it is. */
  ratio?: keyof typeof ratios
  className?: string
}

/** A lazy picture with its space reserved. If it fails, its box shows that (`page.script.ts`). */
export function Picture({ src, width, height, alt, ratio, className }: PictureProps) {
  return (
    <span data-image="" className={`group relative block${className ? ` ${className}` : ''}`}>
      <img
        src={src}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        decoding="async"
        className={`h-auto w-full rounded-key group-data-failed:invisible${ratio ? ` ${ratios[ratio]}` : ''}`}
      />
      <span className="absolute inset-0 hidden content-center rounded-key border-2 border-dashed border-idle p-3 text-sm leading-tight group-data-failed:grid">
        <b>Failed to load image</b>
        {alt}
      </span>
    </span>
  )
}
