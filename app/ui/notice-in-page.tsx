/** A page's message about an act that succeeded or failed. */
export interface Notice {
  title: string
  text: string
  tone: 'plain' | 'alarm'
}

/** `isSaid`: it is announced; if a toast announces the same, it is only shown. */
export function NoticeInPage({ notice: { title, text, tone }, isSaid }: { notice: Notice; isSaid: boolean }) {
  const isAlarm = tone === 'alarm'
  return (
    <div
      role={isSaid ? (isAlarm ? 'alert' : 'status') : undefined}
      className={`min-h-22 border-l-4 py-1 pl-4 ${isAlarm ? 'border-alarm' : 'border-ok'}`}
    >
      <p className="font-bold">{title}</p>
      <p>{text}</p>
    </div>
  )
}
