import { hubs } from '#content/areas/hubs.ts'
import { localities } from '#content/areas/localities.ts'
import { mapBoroughs, mapFileOf, mapSize } from '#content/borough-map.ts'
import { coloured, draw } from './drawings.mjs'
import { linesPicture, textIn } from './text.mjs'

/* Maps that pages show as files. */

const hubDistricts = hubs.map(({ districts }) => districts)
const placeDistricts = localities.map(({ district }) => district)

/** The files of maps and the boroughs that each shows in red: one for each hub, one for each place. */
export const maps = new Map(
  [...hubDistricts, ...placeDistricts.map((district) => [district])].map((districts) => [mapFileOf(districts), districts]),
)

const FULL_NAME_SIZE = 11.5
const LETTERS_SIZE = 25

/**
 * An image can't use its page's fonts, so its names are outlines. Narrow maps have no room for names. Its links work if a page lays them
 * over it (app/platform/link-maps.ts).
 */
export function mapFile(here, { BoroughMap, colours, classes }) {
  const texts = []
  const bricks = draw(BoroughMap, { boroughs: mapBoroughs, here })
    .replace(/(<(a|g) transform="translate\(([\d.]+) ([\d.]+)\)"[^>]*>)(.*?)<\/\2>/g, (_brick, start, tag, x, y, content) => {
      const place = { x: Number(x), y: Number(y) }
      for (const [, name, down, words] of content.matchAll(/<text class="([^"]+)" x="44" y="(\d+)"[^>]*>(.*?)<\/text>/g))
        texts.push(
          ...brickTexts(place, { isShort: name === 'md:hidden', isHere: content.includes('class="fr"'), down: Number(down), words }),
        )
      return `${start}${content.replace(/<text.*<\/text>/, '')}</${tag}>`
    })
    .replace(/^.*?<svg [^>]*>|<\/svg>$/gs, '')
  const style = `<style>${classes}.ab{display:none}@media(max-width:559px){.lg{display:none}.ab{display:inline}}</style>`
  const start = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${mapSize.width} ${mapSize.height}" stroke-linecap="round" stroke-linejoin="round">`
  return coloured(`${start}${style}${bricks}${linesPicture(texts)}</svg>`, colours)
}

/** The lines of a brick's name, or its letters. */
function brickTexts({ x, y }, { isShort, isHere, down, words }) {
  const lines = words.split(/<tspan[^>]*>/).map((line) => line.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&'))
  const size = isShort ? LETTERS_SIZE : FULL_NAME_SIZE
  return lines.map((line, index) => ({
    ...textIn({ x, y, width: 88, height: 48 }, line, {
      size,
      baseline: y + down + 14 * index,
      centred: true,
      colour: isHere ? 'chalk' : 'ink',
    }),
    className: isShort ? 'ab' : 'lg',
  }))
}
