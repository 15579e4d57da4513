/** Facts as rows, without those that have no text. */
export const factRows = (facts: readonly (readonly [label: string, text: string])[]): { label: string; text: string }[] =>
  facts.flatMap(([label, text]) => (text ? [{ label, text }] : []))
