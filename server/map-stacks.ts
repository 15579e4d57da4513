import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Stacks of errors in terms of the sources. Node's own way (--enable-source-maps) keeps the maps of all that is loaded in memory from the
 * start on, 15 MB of the server's; this reads one from its file when a stack is asked for, and forgets it a minute later.
 */

const keptMs = 60_000
const maps = new Map<string, SourceMap | undefined>()

function mapOf(path: string): SourceMap | undefined {
  if (maps.has(path)) return maps.get(path)
  const file = `${path}.map`
  const map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined
  maps.set(path, map)
  setTimeout(() => maps.delete(path), keptMs).unref()
  return map
}

/** A place in the build as the place in the sources that it was made from; as it is where nothing is known of it. */
function sourcePlace(frame: NodeJS.CallSite): string | undefined {
  const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()]
  if (!file?.startsWith('file:') || line === null || column === null) return undefined
  const entry = mapOf(fileURLToPath(file))?.findEntry(line - 1, column - 1)
  if (!entry || !('originalSource' in entry)) return undefined
  const source = entry.originalSource.startsWith('file:')
    ? relative(process.cwd(), fileURLToPath(entry.originalSource))
    : entry.originalSource.replace(/^(\.\.\/)+/, '')
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
}

function lineOf(frame: NodeJS.CallSite): string {
  const text = frame.toString()
  try {
    const place = sourcePlace(frame)
    return place ? text.replace(/(\(?)file:\/\/[^()]*:\d+:\d+/, `$1${place}`) : text
  } catch {
    return text
  }
}

/** Has the stacks of this process name the sources. */
export function mapStacks(): void {
  Error.prepareStackTrace = (error, frames) => [String(error), ...frames.map((frame) => `    at ${lineOf(frame)}`)].join('\n')
}
