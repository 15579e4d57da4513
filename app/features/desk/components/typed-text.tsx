/** Text that someone typed, as they did: its lines, and its direction. */
export const TypedText = ({ text }: { text: string }) => (
  <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
    {text}
  </p>
)
