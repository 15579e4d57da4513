import { chatSize } from '#content/reviews.ts'
import { draw, fill, rect, svgOf } from './drawings.mjs'
import { linesPicture, outlineOf, plain, textIn } from './text.mjs'

/* Chats with customers, drawn. */

/** @typedef {import('./text.mjs').Box} Box */
/** @typedef {import('./share.mjs').Layout} Layout */

const chat = { edge: 20, head: 66, widest: 276, padding: 16, size: 20, leading: 26, gap: 22, tail: 11, photo: { width: 144, height: 108 } }

/**
 * The texts of a chat and what stands around them: above a rule who writes, below it their photo and words on the left, ours on
 * the right.
 * @returns {Layout & { bubbles: readonly (Box & { ours: boolean })[] }}
 */
function chatLayout({ name, area, text, reply, photo }) {
  const head = { x: 74, y: 8, width: chatSize.width - 74 - chat.edge, height: 54 }
  const texts = [
    textIn({ x: 16, y: 14, width: 40, height: 40 }, name[0], { size: 22, baseline: 41, centred: true }),
    textIn(head, name, { size: 20, baseline: 30 }),
    textIn(head, area, { size: 17, baseline: 52, colour: 'muted', font: plain }),
  ]
  const paragraphs = [wrapped(text), wrapped(reply)]
  const heights = paragraphs.map((lines) => lines.length * chat.leading + 20)
  const taken = (photo ? chat.photo.height + 10 : 0) + heights[0] + chat.gap + heights[1] + chat.tail
  let y = chat.head + Math.round((chatSize.height - chat.head - taken) / 2)
  const picture = photo && { x: chat.edge, y, ...chat.photo }
  if (picture) y += picture.height + 10
  const bubbles = paragraphs.map((lines, index) => {
    const ours = index === 1
    const width = Math.max(...lines.map(widthOf)) + 2 * chat.padding
    const box = { x: ours ? chatSize.width - chat.edge - width : chat.edge, y, width, height: heights[index], ours }
    for (const [row, words] of lines.entries()) {
      const line = { x: box.x + chat.padding, y: y + 10 + row * chat.leading, width: width - 2 * chat.padding, height: chat.leading }
      texts.push(textIn(line, words, { size: chat.size, baseline: line.y + 19, font: plain }))
    }
    y += box.height + chat.gap
    return box
  })
  return { texts, bubbles, things: { ...(picture && { picture }), bubbles } }
}

const widthOf = (line) => outlineOf(line, 0, plain).width * chat.size

/** A text in as few lines as a bubble has room for, of much the same length. */
function wrapped(text) {
  let room = chat.widest - 2 * chat.padding
  let lines = linesIn(room, text)
  for (let fewer = lines; fewer.length === lines.length; fewer = linesIn(room, text)) {
    lines = fewer
    room = Math.max(...lines.map(widthOf)) - 1
  }
  return lines
}

function linesIn(room, text) {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (lines.at(-1) === '' || widthOf(longer) <= room) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines
}

/** A speech bubble with its tail, on the side of who speaks. */
function bubblePicture({ x, y, width, height, ours }) {
  const tail = ours ? `h-9v${chat.tail}l-14-${chat.tail}H${x + 5}` : `H${x + 28}l-14 ${chat.tail}v-${chat.tail}h-9`
  const side = height - 10
  return `<path class="k" ${fill(ours ? 'ok-wash' : 'white')} d="M${x + 5} ${y}h${width - 10}q5 0 5 5v${side}q0 5-5 5${tail}q-5 0-5-5v-${side}q0-5 5-5z"/>`
}

export function chatPicture(message, drawings) {
  const { texts, bubbles, things } = chatLayout(message)
  const content = [
    rect({ x: 0, y: 0, ...chatSize }, fill('wash-toilet')),
    rect({ x: 0, y: 0, width: chatSize.width, height: chat.head }, fill('chalk')),
    `<path class="k" d="M0 ${chat.head}h${chatSize.width}"/><circle class="fl k" cx="36" cy="34" r="20"/>`,
    things.picture ? photoPicture(things.picture, draw(drawings.EmergencyDrawing, { type: message.photo })) : '',
    ...bubbles.map(bubblePicture),
    linesPicture(texts),
  ]
  return svgOf(chatSize.width, chatSize.height, `<style>${drawings.classes}</style>${content.join('')}`, drawings.colours)
}

/** A drawing on its wash, cut off at its frame. */
function photoPicture(box, svg) {
  const [, wash] = /bg-([\w-]+)/.exec(svg)
  const inside = svg.replace('<svg ', `<svg x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" `)
  return `${rect(box, `rx="5" ${fill(wash)}`)}${inside}${rect(box, 'rx="5" class="n k"')}`
}
