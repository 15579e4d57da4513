/** What an engineer's last press did. */
export function StepNotice({ text }: { text?: string }) {
  if (!text) return null
  return (
    <p role="status" className="mt-4 border-l-5 border-ok bg-ok-wash px-3 py-2 font-bold">
      {text}
    </p>
  )
}
