import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Maps stack traces to the sources. Node's own option (--enable-source-maps) keeps the maps of all loaded files in memory from the
 * start, 15 MB here; this reads a map from its file when a stack is needed and drops it a minute later.
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

/** Maps a position in the build to its source; returns it unchanged if there's no mapping. */
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

/** Makes this process's stack traces refer to the sources. */
export function mapStacks(): void {
  Error.prepareStackTrace = (error, frames) => [String(error), ...frames.map((frame) => `    at ${lineOf(frame)}`)].join('\n')
}
