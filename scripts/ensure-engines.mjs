import { engineNames, findEngine, isWanted } from '#test/engines/engines.ts'
import { canInstallPackages, installPackages } from './debian.mjs'

const packages = {
  webkit: ['webkit2gtk-driver', 'xvfb', 'fonts-liberation'],
  firefox: ['firefox-esr', 'fonts-liberation'],
}

/**
 * Makes the engines besides Chromium available for the tests: installed ones, or the system's packages. Returns `{ name, runs, reason }`
 * for each; `reason` is why one does not run. Never fails, since journeys on an engine that cannot be had are left out.
 */
export async function ensureEngines({ log }) {
  const missing = engineNames.filter((name) => isWanted(name) && !findEngine(name))
  if (missing.length > 0 && canInstallPackages()) {
    log(`Installing ${missing.join(' and ')} for the tests ...`)
    // One at a time: the one that the system has is installed even if it does not have the other.
    for (const name of missing) await installPackages(packages[name])
  }
  return engineNames.map((name) => {
    const reason = reasonNot(name)
    return { name, runs: reason === undefined, reason }
  })
}

/** Why the journeys do not run on an engine, or `undefined` if they do. */
function reasonNot(name) {
  if (!isWanted(name)) return `TEST_ENGINES is "${process.env.TEST_ENGINES}"`
  if (findEngine(name)) return undefined
  if (!canInstallPackages()) return `not installed; only root on Debian or Ubuntu can install ${packages[name].join(', ')}`
  return `${packages[name].join(', ')} could not be installed`
}
