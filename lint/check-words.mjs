import { root } from '../scripts/run.mjs'
import { wordProblems } from './words.mjs'

const problems = wordProblems(root)
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
