import type { Services } from '#app/platform/services.ts'
import { ownersBlocks } from './messages/blocks.ts'
import { siteOf } from './messages/message.server.ts'
import { renderText } from './messages/render-text.ts'

/** How a mail to a customer ends with what the owner adds to it, as plain text. */
export const noteAsSent = (services: Services, note: string): string =>
  renderText({ subject: '', preview: '', blocks: ownersBlocks(note) }, siteOf(services)).trim()
