import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { runnerImport } from 'vite'
import { root, StepError } from '../run.mjs'

/** The site's own drawings, and the colours and classes that their parts have. */
export async function loadDrawings() {
  const folder = join(root, 'app', 'ui', 'drawings')
  const load = async (name) => (await runnerImport(join(folder, name), { configFile: false, root, logLevel: 'error' })).module
  const parts = await Promise.all(['house.tsx', 'pipes.tsx', 'symbols.tsx', 'borough-map.tsx', 'tiles.tsx'].map(load))
  const [site, css] = await Promise.all(
    [join(root, 'app', 'colours.css'), join(folder, 'drawing.css')].map((path) => readFile(path, 'utf8')),
  )
  const colours = new Map([...`${site}${css}`.matchAll(/(--color-[\w-]+): (#\w+)/g)].map(([, name, value]) => [name, value]))
  // Only the classes of a single part: they stand at one depth and hold nothing else.
  const classes = [...css.matchAll(/^ {2}\.[^{]*\{[^{}]*\}/gm)].map(([rule]) => rule.trim()).join('')
  const icon = await readFile(join(root, 'app', 'ui', 'icon.svg'), 'utf8')
  return Object.assign({ icon, colours, classes }, ...parts)
}

export const draw = (component, props) => renderToStaticMarkup(createElement(component, props))
export const rect = ({ x, y, width, height }, attributes) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${attributes}/>`
export const fill = (name) => `fill="var(--color-${name})"`

/** A drawing of its own, put into a box of another. */
export function placed(svg, { x, y, width, height }) {
  return svg.replace('<svg ', `<svg x="${x}" y="${y}" width="${width}" height="${height}" overflow="visible" `)
}

export function svgOf(width, height, content, colours) {
  const start = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" stroke-linecap="round" stroke-linejoin="round">`
  return coloured(`${start}${content}</svg>`, colours)
}

/** Files know none of the site's variables. */
export function coloured(svg, colours) {
  return svg.replace(/var\((--color-[\w-]+)\)/g, (_use, name) => {
    if (!colours.has(name)) throw new StepError(`There is no colour ${name}.`)
    return colours.get(name)
  })
}
