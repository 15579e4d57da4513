import { photoProblemText } from '../photos/photo-problems.ts'

/** The result of sending photos without JavaScript; `state`: from the page's address. */
export function PhotoNotice({ state }: { state: string | null }) {
  const problem = photoProblemText(state)
  if (problem)
    return (
      <p role="alert" className="mt-3 border-l-5 border-alarm bg-alarm-wash px-3 py-2 font-bold">
        {problem}
      </p>
    )
  const text = state === 'added' ? 'Photo saved.' : state === 'removed' ? 'Photo removed.' : undefined
  return text ? (
    <p role="status" className="mt-3 bg-lamp px-3 py-2 font-bold">
      {text}
    </p>
  ) : null
}
