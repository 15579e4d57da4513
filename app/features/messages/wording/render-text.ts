import { isolated } from '#app/platform/bidi-text.ts'
import { business } from '#content/business.ts'
import type { Block, Key, Station, Words } from './blocks.ts'
import { companyLine, type Site } from './site.ts'

/** A message as plain text: its blocks in their order, a blank line between them. */
export function renderText({ blocks }: Words, { details }: Site): string {
  const company = companyLine(details)
  const signature = [business.name, `${business.hours}: ${details.emergencyPhone.text}`, ...(company ? [company] : [])].join('\n')
  return [...blocks.map(textOf), `--\n${signature}`].join('\n\n')
}

const stateWords: Record<Station['state'], string> = { done: 'done', now: 'now', next: 'not yet' }

function textOf(block: Block): string {
  if ('heading' in block) return block.heading
  if ('window' in block) return `${block.day}, ${block.window}`
  if ('stations' in block) return block.stations.map(({ name, state }) => `${name}: ${stateWords[state]}`).join(' | ')
  if ('paragraph' in block) return block.paragraph
  if ('quote' in block)
    return block.quote
      .split('\n')
      .map((line) => `> ${isolated(line)}`)
      .join('\n')
  if ('reference' in block) return `Your reference: ${block.reference}`
  // A fact typed over several lines stays one: its further lines are indented.
  if ('facts' in block) return block.facts.map(([label, value]) => `${label}: ${value.split('\n').map(isolated).join('\n  ')}`).join('\n')
  if ('keys' in block) return block.keys.map(keyText).join('\n\n')
  if ('code' in block) return `${block.use}: ${block.code}`
  if ('warning' in block) return block.warning
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n')
  if ('section' in block) return [block.section, ...block.blocks.map(textOf)].join('\n')
  if ('link' in block) return `${block.link}: ${block.href}`
  return block.note
}

/** A button to call has its number in its label. */
const keyText = ({ label, href }: Key) => (href.startsWith('tel:') ? label : `${label}:\n${href}`)
