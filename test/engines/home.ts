import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A home folder for the files that an engine writes, with the desktop setting for reduced motion. It belongs to the user who runs the
 * tests: Firefox refuses to start as root in another user's home, which is usual in containers.
 */
export function makeHome(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'engine-home-'))
  for (const toolkit of ['gtk-3.0', 'gtk-4.0']) {
    mkdirSync(join(path, toolkit))
    writeFileSync(join(path, toolkit, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}
