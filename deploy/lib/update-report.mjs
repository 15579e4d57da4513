import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/**
 * How the last update went: `{ state, version, from, at, tries, lines }`, where `state` is 'switching', 'done' or 'undone', and `lines` say
 * it to a person. Undefined before the first.
 */
export function readReport({ report }) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}

/** Adds lines to a report, prints them, and writes the report for `readReport`. A full disk must not stop the update itself. */
export function tell({ report: file }, report, ...lines) {
  for (const line of lines) process.stdout.write(`${line}\n`)
  report.lines.push(...lines)
  try {
    writeFileSync(`${file}.new`, JSON.stringify(report), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch (error) {
    process.stderr.write(`The report could not be written: ${error.message}\n`)
  }
}
