/** Marks the thing beside it as made up. */
export function ExampleMark({ children = 'Example' }: { children?: string }) {
  return <span className="inline-block border border-dashed border-ink px-2 text-xs">{children}</span>
}
