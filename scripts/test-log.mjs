import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './run.mjs'

/**
 * A Vitest reporter that appends one JSON line per event to the file in TEST_LOG as it happens, so that a run that is cut off leaves its
 * results: `{ event: 'begin' | 'test' | 'end' | 'error', … }`.
 */
export default class TestLog {
  #write(entry) {
    appendFileSync(process.env.TEST_LOG, `${JSON.stringify(entry)}\n`)
  }

  onTestModuleQueued(module) {
    this.#write({ event: 'begin', ...placeOf(module), at: Date.now() })
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result()
    const entry = { event: 'test', ...placeOf(test.module), name: test.fullName, state, tags: test.tags }
    this.#write({ ...entry, reason: reasonOf(errors) })
  }

  onTestModuleEnd(module) {
    this.#write({ event: 'end', ...placeOf(module), at: Date.now(), state: module.state(), reason: reasonOf(module.errors()) })
  }

  onTestRunEnd(_modules, errors) {
    for (const error of errors) this.#write({ event: 'error', reason: reasonOf([error]) })
  }
}

const placeOf = (module) => ({ file: relative(root, module.moduleId), project: module.project.name })

/** Returns the first line or two of an error, for a summary. */
function reasonOf(errors) {
  const [first] = errors ?? []
  return first && String(first.message ?? first.stack ?? first).slice(0, 500)
}
