import { describe, expect, test } from 'vitest'

const { commentsToMend, wordsToMend } = await import(new URL('../lint/words.mjs', import.meta.url).href)

/** The words found in a source, in order. */
function found(source: string, path = 'example.tsx'): string[] {
  return wordsToMend(path, source).map(({ word }: { word: string }) => word)
}

describe('the check of words', () => {
  test.each([
    ['JSX text', '<p>Somebody will be with you soon.</p>', 'Somebody'],
    ['text around a value', '<p>No answer? Ring {phone}.</p>', 'Ring'],
    ['an attribute that is read', '<img alt="mail" />', 'mail'],
    ['a label of one word', 'const label = "Mail"', 'Mail'],
    ['a sentence inside a call', 'done("Removed", "Press the button again.")', 'Press'],
    ['a text with a curly apostrophe', 'const text = "Nobody’s there yet."', 'Nobody’s'],
  ])('finds a tell-tale in %s', (_, source, word) => {
    expect(found(source)).toEqual([word])
  })

  test.each([
    ['comments', '// Whoever rings goes on at once.\nconst x = 1'],
    ['a list of class names', 'const KEY = "rounded ring-2 outline-none mail-box"'],
    ['identifiers and keys', 'const ring = { mail: "mail", whoever: "stands" }'],
    ['database statements', 'sql`select mail from mails where ring is not null`'],
    ['the better words', '<p>Someone will call you straight away. Check your email, then continue. This no longer applies.</p>'],
    ['a word inside another', 'const text = "Springs, ringlets, mailbox.example and withstands."'],
  ])('leaves %s alone', (_, source) => {
    expect(found(source)).toEqual([])
  })

  test('finds the few words that are wrong in any comment, and reads no code as one', () => {
    const source = "/** Locks it for\n * whoever asks. */\nconst nobody = 'somebody' // nobody's"
    expect(commentsToMend('example.ts', source).map(({ line, word }: { line: number; word: string }) => `${line} ${word}`)).toEqual([
      '2 whoever',
      "3 nobody's",
    ])
  })

  test('finds them in the titles of tests, and in no other text of a test', () => {
    const source = "test.each([1])('is for nobody', () => {\n  expect('somebody').toBe(1)\n})\ndescribe('Whoever asks', () => {})"
    expect(commentsToMend('example.test.ts', source).map(({ line, word }: { line: number; word: string }) => `${line} ${word}`)).toEqual([
      '1 nobody',
      '4 Whoever',
    ])
  })

  test('reads articles too', () => {
    expect(found('# Leaks\n\nRing us.\n', 'post.md')).toEqual(['Ring'])
  })

  test('says where the word is and what to write instead', () => {
    expect(wordsToMend('example.ts', 'const a = 1\nconst text = "We’ll send you a mail."')).toEqual([
      { line: 2, word: 'mail', better: 'email', text: 'We’ll send you a mail.' },
    ])
  })
})
