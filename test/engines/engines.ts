import { globSync } from 'node:fs'
import { isExecutable } from '#test/support/executable.ts'

/** The browser engines that the journeys of this folder run on. Everything else runs on Chromium. */
export const engineNames = ['webkit', 'firefox'] as const

type EngineName = (typeof engineNames)[number]

/** The files of an installed engine: the program to start, and other files that must be present. */
interface Installed {
  program: string
  others: string[]
}

/** The paths of each file of an engine on Debian and Ubuntu, as patterns in order of preference. The first file is the program to start. */
const places: Record<EngineName, string[][]> = {
  webkit: [
    ['/usr/bin/WebKitWebDriver'],
    ['/usr/lib/*/webkitgtk-6.0/MiniBrowser', '/usr/lib/*/webkit2gtk-4.1/MiniBrowser', '/usr/lib/*/webkit2gtk-4.0/MiniBrowser'],
    ['/usr/bin/Xvfb'],
  ],
  firefox: [['/usr/bin/firefox-esr', '/usr/lib/firefox-esr/firefox-esr', '/usr/lib/firefox/firefox']],
}

/** The files of an engine if all of them are installed. */
export function findEngine(name: EngineName): Installed | undefined {
  const [program, ...others] = places[name].map((patterns) => patterns.flatMap((each) => globSync(each)).find(isExecutable))
  if (!program || others.includes(undefined)) return undefined
  return { program, others: others as string[] }
}

/** Returns true if `TEST_ENGINES` includes an engine: a comma-separated list of names, or all engines if it is not set. */
export function isWanted(name: string, asked = process.env.TEST_ENGINES): boolean {
  if (!asked) return true
  return asked.split(',').some((each) => each.trim().toLowerCase() === name)
}

/** The engines to run the journeys on: those that are wanted and installed. */
export const enginesToRun = (): EngineName[] => engineNames.filter((name) => isWanted(name) && findEngine(name))
