import { type Danger, dangers, harmless, negation, notTypos, phrases, words } from './danger-phrases.ts'

/**
 * The dangers that a customer's words speak of, in the order of `dangers`; none for most. A sign for people, never a reason to refuse: it
 * may miss one, and sometimes sees one that is none.
 */
export function findDangers(...texts: readonly string[]): Danger[] {
  const sentences = texts.flatMap(sentencesOf)
  return dangers.filter((danger) => sentences.some((sentence) => phrases[danger].some((phrase) => says(sentence, phrase))))
}

/** What is stored of them with a booking. */
export const dangersText = (...texts: readonly string[]): string => findDangers(...texts).join(' ')

/** The dangers that are stored with a booking. */
export const storedDangers = ({ dangers: stored }: { dangers: string }): Danger[] =>
  dangers.filter((danger) => stored.split(' ').includes(danger))

/**
 * The dangers that a customer is advised about. Where there is gas, no one goes to a switch or waits inside: its advice stands alone, with
 * that for someone who is stuck.
 */
export function advisedDangers(booking: { dangers: string }): Danger[] {
  const found = storedDangers(booking)
  return found.includes('gas') ? found.filter((danger) => danger === 'gas' || danger === 'trapped') : found
}

/** A word of a customer that may lead to an engineer of the Gas Safe Register. */
export const speaksOfGas = (booking: { dangers: string }): boolean =>
  storedDangers(booking).some((danger) => danger === 'gas' || danger === 'fumes')

/** Searched from place to place by the phrase itself: `matchAll` would make a copy of each phrase for each sentence. */
function says(sentence: string, phrase: RegExp): boolean {
  phrase.lastIndex = 0
  for (let match = phrase.exec(sentence); match; match = phrase.exec(sentence))
    if (!negation.test(sentence.slice(0, match.index))) return true
  return false
}

/** Sentences in small letters, with the words of the table by their names, and without what is harmless. */
const sentencesOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/\bwe['’]re\b/g, 'we are')
    .normalize('NFKD')
    .replace(/[\p{M}'’`]/gu, '')
    .split(/[.!?;\n]+/)
    .map((sentence) => harmless.reduce((rest, pattern) => rest.replace(pattern, ' - '), namedWords(sentence)))

const namedWords = (sentence: string): string =>
  sentence
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(nameOf)
    .join(' ')

/** Shorter words with a typo are other words. */
const shortestWithTypo = 5

const nameOfForm = new Map(Object.entries(words).flatMap(([name, { forms }]) => forms.map((form) => [form, name])))
const fuzzyForms = Object.entries(words).flatMap(([name, { forms, allowsTypo }]) =>
  allowsTypo ? forms.filter((form) => form.length >= shortestWithTypo).map((form) => ({ form, name })) : [],
)

function nameOf(word: string): string {
  const name = nameOfForm.get(word)
  if (name || word.length < shortestWithTypo - 1 || notTypos.has(word)) return name ?? word
  return fuzzyForms.find(({ form }) => isOneTypoFrom(word, form))?.name ?? word
}

/** Whether a word is another with one letter too many, too few, wrong, or swapped with the next. */
function isOneTypoFrom(word: string, form: string): boolean {
  if (Math.abs(word.length - form.length) > 1 || word[0] !== form[0]) return false
  let start = 0
  while (start < form.length && word[start] === form[start]) start += 1
  const rest = (text: string, from: number) => text.slice(start + from)
  if (word.length === form.length)
    return (
      rest(word, 1) === rest(form, 1) ||
      (word[start] === form[start + 1] && word[start + 1] === form[start] && rest(word, 2) === rest(form, 2))
    )
  return word.length > form.length ? rest(word, 1) === rest(form, 0) : rest(word, 0) === rest(form, 1)
}
