import { type BusinessDetails, business } from '#content/business.ts'
import type { Block, Words } from './blocks.ts'

/** A message as plain text: its blocks in their order, a blank line between them. */
export const renderText = ({ blocks }: Words, { emergencyPhone }: BusinessDetails): string =>
  [...blocks.map(textOf), `${business.name}\n${business.hours}: ${emergencyPhone.text}`].join('\n\n')

function textOf(block: Block): string {
  if ('heading' in block) return block.heading
  if ('paragraph' in block) return block.paragraph
  if ('reference' in block) return `Your reference: ${block.reference}`
  // What was typed over several lines stays one fact: its further lines are indented.
  if ('facts' in block) return block.facts.map(([label, value]) => `${label}: ${value.replaceAll('\n', '\n  ')}`).join('\n')
  if ('link' in block) return `${block.link}:\n${block.href}${block.note ? `\n${block.note}` : ''}`
  if ('code' in block) return `${block.use}: ${block.code}`
  if ('phone' in block) return `${block.label} ${block.phone}`
  if ('warning' in block) return block.warning
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n')
  if ('section' in block) return [block.section, ...block.blocks.map(textOf)].join('\n')
  return block.note
}
