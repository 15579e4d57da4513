import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/* The documents name existing files, from the repository's root or from the folder that the sentence is about. */

const root = fileURLToPath(new URL('..', import.meta.url))
const documents = ['README.md', ...globSync('docs/*.md', { cwd: root })]
const sources = globSync(['*.ts', '{app,bench,content,db,deploy,lint,scripts,server,test}/**/*.{ts,tsx,mjs,css}'], { cwd: root })

it.each(documents)('%s names only files that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const named = [...text.matchAll(/`((?!name\.)[\w-]+(?:[./][\w-]+)*\.(?:tsx?|mjs|css))`/g)].map(([, path = '']) => path)
  expect(named.filter((path) => !sources.some((source) => source === path || source.endsWith(`/${path}`)))).toEqual([])
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path)
  expect(linked.filter((path) => !existsSync(join(root, dirname(document), path)))).toEqual([])
})

it.each(documents)('%s names only tests that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8').replaceAll('\n', ' ')
  const named = [...text.matchAll(/`([\w./-]+\.test\.tsx?)`: ((?:“[^”]+”(?: \(deep\))?(?:, | and )?)+)/g)].flatMap(
    ([, file = '', titles = '']) => [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => [file, title] as const),
  )
  const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'")
  expect(named.filter(([file, title]) => !sourceOf(file).includes(title))).toEqual([])
})
