import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { allowedWords } from './allowed-words.mjs'
import { commentTellTales, tellTales } from './tell-tales.mjs'

/** Files with sentences for customers, staff and the person who runs the server. */
const FILES = ['README.md', 'app/**/*.{ts,tsx}', 'content/**/*.{ts,md}', 'server/**/*.ts', '{deploy,scripts}/**/*.mjs']
/** Files whose comments are checked as well. */
const COMMENTED = ['{app,bench,content,db,deploy,lint,scripts,server,test}/**/*.{ts,tsx,mjs}']
const LEFT_OUT = /\.test\.tsx?$|^app\/routes\/dev\/|^app\/ui\/dev-/
/** Attributes whose text is checked; others (class names, addresses, ids) are not. */
const READ =
  /^(?:title|alt|label|placeholder|summary|heading|caption|hint|children|text|aria-(?:label|description|roledescription|valuetext|placeholder))$/

/**
 * Finds tell-tale words in texts of a source: JSX text, checked attributes, and strings and templates that are sentences or labels. Returns
 * the line, the sentence around the word, the word and the better one.
 */
export function wordsToMend(path, source) {
  const shown = path.endsWith('.md') ? [{ text: source, start: 0 }] : textsOf(path, source)
  return occurrences(source, shown, tellTales)
}

/** Finds tell-tale words in a source's comments and titles of tests: the line, the words around it, the word and the better one. */
export function commentsToMend(path, source) {
  const known = commentTellTales.filter(({ pattern }) => source.search(pattern) >= 0)
  if (known.length === 0) return []
  const { program, comments } = parse(path, source)
  const comment = comments.map(({ start, value }) => ({ start, text: value }))
  return occurrences(source, [...comment, ...titlesIn(program)], known)
}

const linesIn = (text) => text.split('\n').length

/** Each of the words in texts of a source. */
function occurrences(source, texts, words) {
  return texts.flatMap(({ text, start }) =>
    words.flatMap(({ pattern, better }) =>
      [...text.matchAll(pattern)].map((match) => ({
        line: linesIn(source.slice(0, start)) + linesIn(text.slice(0, match.index)) - 1,
        word: match[0],
        better,
        text: excerpt(text, match.index),
      })),
    ),
  )
}

/** The titles of tests and their groups, also of those that are run for each of a list. */
function titlesIn(node) {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(titlesIn)
  const [title] = node.type === 'CallExpression' && isTest(node.callee) ? node.arguments : []
  const text = title && textOf(title)
  return text === undefined ? inside : [{ start: title.start, text }, ...inside]
}

/** `test`, `test.each`, and what those return. */
function isTest({ type, name, object, callee }) {
  if (type === 'Identifier') return /^(?:it|test|describe|onEachEngine|onOneEngine)$/.test(name)
  return (object ?? callee) !== undefined && isTest(object ?? callee)
}

/** The problems of all files, one line each, and allowances that allow nothing. */
export function wordProblems(root) {
  const unused = new Set(allowedWords)
  const problems = []
  for (const path of globSync(FILES, { cwd: root }).toSorted()) {
    if (LEFT_OUT.test(path)) continue
    for (const found of wordsToMend(path, readFileSync(join(root, path), 'utf8'))) {
      const allowance = allowedWords.find((each) => allows(each, path, found))
      if (allowance) unused.delete(allowance)
      else problems.push(`${path}:${found.line} “${found.word}” in “${found.text}”: write ${found.better}`)
    }
  }
  for (const path of globSync(COMMENTED, { cwd: root }).toSorted()) {
    for (const found of commentsToMend(path, readFileSync(join(root, path), 'utf8'))) {
      problems.push(`${path}:${found.line} “${found.word}” in “${found.text}”: write ${found.better}`)
    }
  }
  const stale = [...unused].map(({ path, text }) => `lint/allowed-words.mjs allows “${text}” in ${path}, where it is not found: remove it`)
  return [...problems, ...stale]
}

/** Returns true if an allowance is for this file and these words. */
function allows({ path, text }, file, found) {
  return file === path && found.text.includes(text) && text.includes(found.word)
}

function textsOf(path, source) {
  const texts = []
  walk(parse(path, source).program, false, (text, start) => texts.push({ text, start }))
  return texts
}

function parse(path, source) {
  const { program, comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  return { program, comments }
}

/** Calls `found` for each text that is shown. `isRead` is true inside an attribute that is read. */
function walk(node, isRead, found) {
  if (Array.isArray(node)) for (const each of node) walk(each, isRead, found)
  else if (typeof node?.type === 'string' && !isLeftOut(node)) {
    const text = textOf(node)
    if (text !== undefined) {
      if (node.type === 'JSXText' || isRead || isSentence(text)) found(text, node.start)
    }
    const inside = node.type === 'JSXAttribute' ? READ.test(node.name.name) : isRead
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'quasis' && !(key === 'key' && node.computed === false) && child && typeof child === 'object') walk(child, inside, found)
    }
  }
}

/** A text, with a mark in place of each value that a template puts in. */
function textOf(node) {
  if (node.type === 'JSXText') return node.value
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join('…')
  return undefined
}

/** Parts that aren't shown to people: imports, types, SQL, log lines, and attributes other than those checked. */
function isLeftOut(node) {
  if (node.type === 'ImportDeclaration' || node.type === 'TSLiteralType' || node.type === 'ImportExpression') return true
  if (node.type === 'TaggedTemplateExpression') return true
  if (node.type === 'JSXAttribute') return isStringAttribute(node) && !READ.test(node.name.name)
  return node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && isLog(node.callee)
}

function isLog({ object, property }) {
  return /^(?:debug|info|warn|error|fatal)$/.test(property.name ?? '') && /log(?:ger)?$/i.test(object.name ?? object.property?.name ?? '')
}

/** Class names, addresses and ids; components may be given sentences by any other name. */
function isStringAttribute({ name }) {
  return /^(?:className|class|style|id|key|href|to|src|name|type|d|rel|htmlFor|method|action)$|^data-/.test(name.name ?? '')
}

/** More than a word, in the letters of a sentence, or a label with a capital: no identifier, path or list of class names. */
function isSentence(text) {
  return /^[A-Z][a-z’']+$/.test(text) || /\p{L}[,:;.!?’'”)…]*\s+[£“(]*[\p{L}\d…]/u.test(text)
}

function excerpt(text, index) {
  const from = Math.max(0, index - 50)
  return text
    .slice(from, index + 70)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
