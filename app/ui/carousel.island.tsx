import { type Ref, useRef, useState } from 'react'
import { usePlaying, useSlides } from './use-carousel.ts'

export interface CarouselControlsProps {
  /** The id of the list that scrolls. */
  scroller: string
  /** Noun for a slide, as in 'Review 3 of 15'. */
  noun: string
  /** Continues automatically this often, in ms, until the visitor takes over. */
  everyMs?: number
}

/**
 * The controls of a carousel: back and forward, a row of dots, and the position. They do nothing without JavaScript, so the server renders
 * nothing; the carousel reserves their space.
 */
export default function CarouselControls({ scroller, noun, everyMs }: CarouselControlsProps) {
  const controls = useRef<HTMLDivElement>(null)
  const [isPlaying, setPlaying] = useState(Boolean(everyMs))
  /** Announced to screen readers only after an arrow: otherwise it is announced already. */
  const [isSaid, setSaid] = useState(false)
  const { list, count, at, goTo, step } = useSlides(scroller, () => setPlaying(false))
  usePlaying({ list, controls, everyMs: isPlaying && count > 0 ? everyMs : undefined, onStart: () => setSaid(false), step })

  /** The visitor has taken over. */
  const byHand = (move: () => void, isSaidAloud: boolean) => {
    setPlaying(false)
    setSaid(isSaidAloud)
    move()
  }
  if (count === 0) return null
  return (
    <Controls
      ref={controls}
      noun={noun}
      count={count}
      at={at}
      isSaid={isSaid}
      onStep={(by) => byHand(() => step(by), true)}
      onGoTo={(to) => byHand(() => goTo(to), false)}
      play={everyMs ? { isPlaying, onToggle: () => setPlaying(!isPlaying) } : undefined}
    />
  )
}

interface ControlsProps {
  ref: Ref<HTMLDivElement>
  noun: string
  count: number
  at: number
  isSaid: boolean
  onStep: (by: 1 | -1) => void
  onGoTo: (to: number) => void
  play?: { isPlaying: boolean; onToggle: () => void }
}

function Controls({ ref, noun, count, at, isSaid, onStep, onGoTo, play }: ControlsProps) {
  const name = noun.toLowerCase()
  const position = `${noun} ${at + 1} of ${count}`
  return (
    <div ref={ref} className="flex flex-wrap items-center gap-x-2">
      <Arrow label={`Previous ${name}`} path="M14 5l-7 7 7 7" onClick={() => onStep(-1)} />
      <Dots label={`Go to ${name}`} position={position} count={count} at={at} onGoTo={onGoTo} />
      <Arrow label={`Next ${name}`} path="M10 5l7 7-7 7" onClick={() => onStep(1)} />
      {/* The same width for one digit and two. Small screens have only the dots. */}
      <p aria-live={isSaid ? 'polite' : 'off'} className="min-w-[7em] text-sm max-lg:sr-only">
        {position}
      </p>
      {play && (
        <button
          type="button"
          onClick={play.onToggle}
          className="min-h-11 min-w-[3.75em] cursor-pointer px-1 text-left text-sm font-bold underline motion-reduce:invisible"
        >
          {play.isPlaying ? 'Pause' : 'Play'}
        </button>
      )}
    </div>
  )
}

type DotsProps = Pick<ControlsProps, 'count' | 'at' | 'onGoTo'> & { label: string; position: string }

/** The dots are one control: a finger lands on any of them, or runs along them. */
function Dots({ label, position, count, at, onGoTo }: DotsProps) {
  return (
    // Each dot is where the slider's thumb is for it.
    <span className="relative flex h-11 min-w-11 flex-1 items-center justify-between rounded-key px-[5.5px] has-focus-visible:outline-3 has-focus-visible:outline-ink lg:max-w-80">
      {Array.from({ length: count }, (_, index) => (
        <i key={index} className={`rounded-full border-[2.5px] border-ink ${index === at ? '[scale:2.2]' : ''}`} />
      ))}
      <input
        type="range"
        min="1"
        max={count}
        value={at + 1}
        aria-label={label}
        aria-valuetext={position}
        onChange={({ currentTarget }) => onGoTo(Number(currentTarget.value) - 1)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </span>
  )
}

function Arrow({ label, path, onClick }: { label: string; path: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 flex-none cursor-pointer place-items-center rounded-full border-2 border-ink"
    >
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className="size-5 fill-none stroke-ink"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={path} />
      </svg>
    </button>
  )
}
