import { getDocumentProxy } from 'unpdf'

/** A PDF as a reader program opens it. */
interface ReadPdf {
  title: string
  language: string
  pageCount: number
  /** Its text in reading order, without line breaks. */
  text: string
  /** The fonts it uses, and whether each is embedded. */
  fonts: { name: string; isEmbedded: boolean }[]
  /** Its structure: each element with the text in it, in reading order. */
  tags: { role: string; text: string }[]
}

interface StructNode {
  role?: string
  type?: string
  id?: string
  children?: StructNode[]
}

/** Reads a PDF with PDF.js. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { info } = await pdf.getMetadata()
  const facts = info as { Title?: string; Language?: string }
  const read: ReadPdf = { title: facts.Title ?? '', language: facts.Language ?? '', pageCount: pdf.numPages, text: '', fonts: [], tags: [] }
  const fonts = new Map<string, boolean>()
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const marked = new Map<string, string>()
    const open: string[] = []
    for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
      if ('str' in item) {
        read.text += item.str + (item.hasEOL ? ' ' : '')
        const id = open.at(-1)
        if (id) marked.set(id, (marked.get(id) ?? '') + item.str + (item.hasEOL ? ' ' : ''))
      } else if (item.type === 'endMarkedContent') open.pop()
      else open.push(item.id ?? '')
    }
    read.text += ' '
    const walk = (node: StructNode): string => {
      const at = node.role ? read.tags.push({ role: node.role, text: '' }) - 1 : -1
      const text = node.type === 'content' ? (marked.get(node.id ?? '') ?? '') : (node.children ?? []).map(walk).join(' ')
      const tag = read.tags[at]
      if (tag) tag.text = oneLine(text)
      return text
    }
    const tree = await page.getStructTree()
    if (tree) walk(tree as StructNode)
    const { fnArray, argsArray } = await page.getOperatorList()
    const setFont = 37
    for (const [at, operation] of fnArray.entries()) {
      if (operation !== setFont) continue
      const font = page.commonObjs.get(argsArray[at][0]) as { name: string; missingFile?: boolean }
      fonts.set(font.name, !font.missingFile)
    }
  }
  read.text = oneLine(read.text)
  read.fonts = [...fonts].map(([name, isEmbedded]) => ({ name, isEmbedded }))
  return read
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
