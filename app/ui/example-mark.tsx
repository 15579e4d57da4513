/** Says that what stands beside it is no report of something real. */
export function ExampleMark({ children = 'Example' }: { children?: string }) {
  return <span className="border border-dashed border-ink px-2 text-xs whitespace-nowrap">{children}</span>
}
