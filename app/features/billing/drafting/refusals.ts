import { InvalidEntry } from '#app/platform/errors.ts'

/** Problems with the input about a bill, by field; the message lists all of them. */
export class EntryWrong extends InvalidEntry {
  constructor(fields: Readonly<Record<string, string>>) {
    super(fields, Object.values(fields).join(' '))
  }
}
