/** The dangers that a customer mentioned, first on a card. */
export function DangerMarks({ dangers }: { dangers: readonly string[] }) {
  if (dangers.length === 0) return null
  return (
    <ul className="mb-1 flex flex-wrap gap-1">
      {dangers.map((danger) => (
        <li key={danger} className="border-2 border-alarm bg-alarm-wash px-1.5 text-sm font-bold text-alarm-text">
          {danger}
        </li>
      ))}
    </ul>
  )
}
