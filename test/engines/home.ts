import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A home folder for what an engine writes, with the desktop's setting that asks pages for less motion. It belongs to the user who runs the
 * tests: Firefox does not start as root in the home of another user, as containers have it.
 */
export function makeHome(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'engine-home-'))
  for (const toolkit of ['gtk-3.0', 'gtk-4.0']) {
    mkdirSync(join(path, toolkit))
    writeFileSync(join(path, toolkit, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}
