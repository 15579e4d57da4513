import { type Danger, dangers, harmless, negation, notTypos, phrases, words } from './safety/danger-phrases.ts'

/**
 * The dangers mentioned in a customer's words, in the order of `dangers`; none for most. A hint for people, never a reason to refuse: it
 * may miss one, and sometimes reports a false one.
 */
export function findDangers(...texts: readonly string[]): Danger[] {
  const sentences = texts.flatMap(sentencesOf)
  return dangers.filter((danger) => sentences.some((sentence) => phrases[danger].some((phrase) => says(sentence, phrase))))
}

/** The dangers in their stored form. */
export const dangersText = (...texts: readonly string[]): string => findDangers(...texts).join(' ')

/** The stored dangers of a booking. */
export const storedDangers = ({ dangers: stored }: { dangers: string }): Danger[] =>
  dangers.filter((danger) => stored.split(' ').includes(danger))

/**
 * Returns the dangers to advise about. With gas, no one should touch a switch or wait inside, so its advice is shown alone, except beside
 * that for someone who is stuck.
 */
export function advisedDangers(booking: { dangers: string }): Danger[] {
  const found = storedDangers(booking)
  return found.includes('gas') ? found.filter((danger) => danger === 'gas' || danger === 'trapped') : found
}

/** A customer's words that may call for a Gas Safe engineer. */
export const speaksOfGas = (booking: { dangers: string }): boolean =>
  storedDangers(booking).some((danger) => danger === 'gas' || danger === 'fumes')

/** Searches without copying the phrase: `matchAll` would copy each phrase for each sentence. */
function says(sentence: string, phrase: RegExp): boolean {
  phrase.lastIndex = 0
  for (let match = phrase.exec(sentence); match; match = phrase.exec(sentence))
    if (!negation.test(sentence.slice(0, match.index))) return true
  return false
}

/** Sentences in lower case, with the table's words replaced by their names, and harmless phrases removed. */
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

/** Shorter words are not checked for typos. */
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

/** Returns true if a word is another with one letter too many, too few, wrong, or swapped with the next. */
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
