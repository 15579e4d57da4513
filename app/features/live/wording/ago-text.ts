/** Returns how long ago something was booked: '40 min ago'. The server rounds it to five minutes. `nowMs`: ms since 1970. */
export function agoText(at: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(at)) / 300_000) * 5
  if (minutes < 5) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ago`
  return hours < 48 ? '1 day ago' : `${Math.floor(hours / 24)} days ago`
}
