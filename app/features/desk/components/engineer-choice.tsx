import type { EngineerChoice as Choice } from '../board/engineer-choices.ts'
import { isWithoutDoubt } from './drag-to-assign.tsx'

interface EngineerChoiceProps {
  /** The booking's id: there are several of these on the board. */
  bookingId: string
  choices: readonly Choice[]
  engineerId: string | null
  chosen?: string
}

/** Engineers for a job, best first, with reasons; those who may not have it are shown but can't be chosen. */
export function EngineerChoice({ bookingId, choices, engineerId, chosen }: EngineerChoiceProps) {
  const best = choices.find(isWithoutDoubt)
  return (
    <fieldset className="@container min-w-0 basis-full" id="engineerId">
      <legend className="text-sm font-bold">Engineer</legend>
      <ul className="mt-1 grid gap-x-4 @xl:grid-cols-2 @5xl:grid-cols-3 @7xl:grid-cols-4">
        {engineerId && (
          <Row id={`nobody-${bookingId}`} value="" name="No engineer" facts="move it back to unassigned" isChosen={chosen === ''} />
        )}
        {choices.map(({ id, name, facts, reason, doubts, refused }) => (
          <Row
            key={id}
            id={`engineer-${bookingId}-${id}`}
            value={id}
            name={id === best?.id ? `${name}, best choice${reason ? ` (${reason})` : ''}` : name}
            facts={refused ?? facts}
            doubts={refused ? [] : doubts}
            isRefused={refused !== undefined}
            isChosen={id === (chosen ?? engineerId)}
          />
        ))}
      </ul>
    </fieldset>
  )
}

interface RowProps {
  id: string
  value: string
  name: string
  facts: string
  doubts?: readonly string[]
  isRefused?: boolean
  isChosen: boolean
}

function Row({ id, value, name, facts, doubts = [], isRefused = false, isChosen }: RowProps) {
  return (
    <li>
      <label
        htmlFor={id}
        className={`flex min-h-11 items-center gap-2 border-b border-line py-1 text-sm leading-tight ${isRefused ? 'text-muted' : ''}`}
      >
        <input
          type="radio"
          id={id}
          name="engineerId"
          value={value}
          defaultChecked={isChosen}
          disabled={isRefused}
          className="size-5 flex-none accent-ink"
        />
        <span className="min-w-0">
          <b>
            <bdi>{name}</bdi>
          </b>{' '}
          <span className="text-muted">{facts}</span>
          {doubts.length > 0 && <span className="block font-bold">{doubts.join(', ')}</span>}
        </span>
      </label>
    </li>
  )
}
