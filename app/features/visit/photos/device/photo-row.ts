/** A photo's row under the form: its progress, and its buttons. */
export interface PhotoRow {
  /** Shows the progress; `part`: how much is sent, from 0 to 1, or undefined if nothing is being sent. */
  say(text: string, part?: number): void
  /** Shows an error; `again` is called by the retry button, if there is one. */
  fail(text: string, again?: () => void): void
  /** Stored: removes the row and announces the text. */
  done(text: string): void
}

/** Adds a row to a form's list. `cancel` is called when its sender no longer wants it sent; the row is gone then. */
export function addRow(form: HTMLFormElement, cancel: () => void): PhotoRow {
  const list = form.querySelector('[data-photos-sent]')
  const model = list?.querySelector('[data-photo-row]')
  const row = model?.cloneNode(true) as HTMLElement | undefined
  if (!list || !row) return { say() {}, fail() {}, done() {} }
  row.hidden = false
  row.removeAttribute('data-photo-row')
  list.append(row)
  const [text, bar, again, drop] = [row.querySelector('p'), row.querySelector('progress'), ...row.querySelectorAll('button')]
  const show = (words: string, part?: number) => {
    if (text && text.textContent !== words) text.textContent = words
    if (bar) bar.hidden = part === undefined
    if (bar && part !== undefined) bar.value = part
  }
  const hear = (words: string) => {
    const heard = list.querySelector('[aria-live]')
    if (heard) heard.textContent = words
  }
  // The button's own attribute doesn't decide if it is shown.
  const retry = again?.parentElement
  if (retry) retry.hidden = true
  if (drop)
    drop.onclick = () => {
      row.remove()
      cancel()
    }
  return {
    say(words, part) {
      if (retry) retry.hidden = true
      show(words, part)
    },
    fail(words, tryAgain) {
      show(words)
      hear(words)
      // Nothing is being sent now, so there is nothing to cancel.
      if (drop) drop.textContent = tryAgain ? 'Cancel' : 'OK'
      if (!again || !retry) return
      retry.hidden = tryAgain === undefined
      again.onclick = () => tryAgain?.()
    },
    done(words) {
      row.remove()
      hear(words)
    },
  }
}
