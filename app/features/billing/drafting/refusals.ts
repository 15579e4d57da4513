import { InvalidEntry } from '#app/platform/errors.ts'

/** What is wrong with the input about a bill, by field; the message names all of it. */
export class EntryWrong extends InvalidEntry {
  constructor(fields: Readonly<Record<string, string>>) {
    super(fields, Object.values(fields).join(' '))
  }
}
