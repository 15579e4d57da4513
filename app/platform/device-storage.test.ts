import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync } from 'vite'
import { expect, it } from 'vitest'

const stores = /^(localStorage|sessionStorage|indexedDB|caches|cookieStore)$/

/** A script's uses of the device's stores that bypass the types of device-storage.ts, and of cookies that bypass site-cookies.ts. */
function bypasses(path: string, source: string): string[] {
  const found: string[] = []
  const isStore = (node: ESTree.Node | null) => node?.type === 'Identifier' && stores.test(node.name)
  const visit = (node: ESTree.Node) => {
    const said = () => source.slice(node.start, node.end).split('\n', 1)[0] ?? ''
    // Looking for copies and deleting them needs no type.
    const mayBe = /^caches\.(has|delete|keys|match)\b/
    if (node.type === 'MemberExpression' && isStore(node.object) && !mayBe.test(said())) found.push(said())
    if (node.type === 'VariableDeclarator' && isStore(node.init) && !node.id.typeAnnotation) found.push(said())
    if (node.type === 'ImportDeclaration' && /^hono\/(utils\/)?cookie$/.test(node.source.value)) found.push(said())
    for (const child of Object.values(node).flat()) if (child && typeof child === 'object' && 'type' in child) visit(child as ESTree.Node)
  }
  visit(parseSync(path, source).program)
  return found
}

it('Everything kept on a device has a name that /cookies lists: stores are used through their types, cookies through one module', () => {
  const words = /localStorage|sessionStorage|indexedDB|caches|cookieStore|hono\/(utils\/)?cookie/
  const all = globSync('{app,server}/**/*.{ts,tsx}').filter((path) => !/\.test\.tsx?$/.test(path))
  const sources = all.map((path) => [path, readFileSync(path, 'utf8')] as const).filter(([, source]) => words.test(source))
  expect(sources.flatMap(([path, source]) => bypasses(path, source).map((use) => `${path}: ${use}`))).toEqual([
    "app/platform/site-cookies.ts: import { parse, serialize } from 'hono/utils/cookie'",
  ])
  for (const use of ['localStorage.a', 'const a = caches', 'caches.open("a")', 'let a = sessionStorage["b"]', 'import "hono/cookie"'])
    expect(bypasses('a.ts', use)).toHaveLength(1)
  expect(bypasses('a.ts', 'const device: LocalStorage = localStorage')).toEqual([])
})
