import { type Answers, type FieldName, fieldNames } from '#app/features/booking/answers.ts'

/** Reads and writes the form's fields in place: they are uncontrolled, also before the island starts. */

const names: ReadonlySet<string> = new Set(fieldNames)

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The visible fields of the current step. */
const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((element): element is Field => {
    const { name, type } = element as Field
    return names.has(name) && type !== 'hidden'
  })

const isChoice = (field: Field): field is HTMLInputElement => field.type === 'radio' || field.type === 'checkbox'

/** The answers with the current step's fields; an unticked box is an answer too. */
export function collect(form: HTMLFormElement, answers: Answers): Answers {
  const collected: Answers = { ...answers }
  for (const field of fieldsOf(form)) {
    const name = field.name as FieldName
    if (field.type === 'checkbox') delete collected[name]
    if (!isChoice(field) || field.checked) collected[name] = field.value
  }
  return collected
}

/** Returns the answers entered before the island started. */
export function typedEarly(form: HTMLFormElement): Answers {
  const typed: Answers = {}
  for (const field of fieldsOf(form)) {
    if (isChoice(field)) {
      if (field.checked && !field.defaultChecked) typed[field.name as FieldName] = field.value
    } else if (field instanceof HTMLSelectElement ? field.value !== '' : field.value !== field.defaultValue)
      typed[field.name as FieldName] = field.value
  }
  return typed
}

/** Puts answers into the current step's fields; an answer that can no longer be chosen leaves the current choice. */
export function fill(form: HTMLFormElement, answers: Answers): void {
  for (const field of fieldsOf(form)) {
    const answer = answers[field.name as FieldName]
    // The field being typed in is newer than the kept answer.
    const isTyping = field === document.activeElement && field.value !== '' && !isChoice(field) && !(field instanceof HTMLSelectElement)
    if (answer === undefined || isTyping) continue
    if (!isChoice(field)) field.value = answer
    else if (field.value === answer && !field.disabled) field.checked = true
  }
}
