import { useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * The key of a form for an entry, by which sending it twice makes one entry: kept, with the text, while others write and the page updates;
 * another one, `next`, once its own entry is saved. As the form's `key` it empties it.
 */
export function useFormKey(next: string): string {
  const [query] = useSearchParams()
  const [key, setKey] = useState(next)
  if (query.get('saved') === key) setKey(next)
  return key
}
