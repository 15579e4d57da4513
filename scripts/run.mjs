import { spawn } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const node = join(root, 'node_modules', '.bin', 'node')

/** An expected failure of a step: one clear line, and the step's output. */
export class StepError extends Error {
  constructor(message, output = '') {
    super(message)
    this.output = output.trim()
  }
}

/** The path of a command that a dependency brings; it is a script for Node. */
export function tool(name) {
  return join(root, 'node_modules', '.bin', name)
}

/** Writes one line for the person who waits. */
export function log(line) {
  process.stdout.write(`${line}\n`)
}

/** Prints an error: the failed step's output first, then the line that describes it. */
export function printError(error) {
  if (error instanceof StepError) {
    const problem = diskProblem(error.output)
    if (problem) return void process.stderr.write(`${problem}\n`)
    if (error.output) process.stderr.write(`${error.output}\n\n`)
    process.stderr.write(`${error.message}\n`)
    return
  }
  process.stderr.write(`${diskProblem(error?.code ?? '') ?? error?.stack ?? error}\n`)
}

/** One line for a folder of the project that can't be written to, by an error's code or a tool's output. */
function diskProblem(said) {
  if (/\b(ENOSPC|EDQUOT)\b|no space left on device/i.test(said)) {
    const { bavail, bsize } = statfsSync(root)
    return `The disk of ${root} is full: ${Math.round((bavail * bsize) / 2 ** 20)} MB free, about 1,000 MB needed to install and build. Make room, then start again.`
  }
  const [code] = /\b(EROFS|EACCES|EPERM)\b|read-only file system/i.exec(said) ?? []
  return code && `${root} can’t be written to (${code}). Let this user write there, then start again.`
}

/** Runs a script's main function and exits with the code it returns, or with 1 and the error shown. */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    printError(error)
    process.exitCode = 1
  }
}

/** The PATH without this project's own commands, so that the system's Node runs npm while they are being replaced. */
export function systemPath() {
  const own = join(root, 'node_modules', '.bin')
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== own)
    .join(delimiter)
}

/** Runs a command to its end and returns its exit code and everything it printed. Code 124: it ran out of time. */
export async function runQuiet(command, args, { env = process.env, cwd = root, timeLimit = 0 } = {}) {
  const chunks = []
  const start = () => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    return child
  }
  const ended = await watch(start, timeLimit)
  if (ended.signal) process.exit(exitCodeOf(ended.signal))
  return { code: ended.code, output: Buffer.concat(chunks).toString() + ended.problem }
}

/** Runs a command with this terminal, passes signals on to it and returns its exit code. */
export async function runForeground(command, args, { env = process.env, timeLimit = 0 } = {}) {
  const ended = await watch(() => spawn(command, args, { cwd: root, env, stdio: 'inherit' }), timeLimit)
  if (ended.problem) process.stderr.write(`${ended.problem}\n`)
  return ended.code
}

/** Starts a child and waits for its end; meanwhile its time is limited and signals are passed on. */
async function watch(start, timeLimit) {
  const { child, relay } = relaySignals(start)
  let late = false
  const stopLate = () => {
    late = true
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref()
  }
  const timer = timeLimit > 0 ? setTimeout(stopLate, timeLimit) : undefined
  const ended = await new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, problem: `${error.message}` }))
    child.once('close', (code, signal) => resolve({ code: code ?? exitCodeOf(signal), problem: '' }))
  })
  clearTimeout(timer)
  const signal = relay.end()
  if (!late) return { ...ended, signal }
  return { code: 124, problem: `\nstopped after ${Math.round(timeLimit / 1000)} s`, signal }
}

/**
 * Starts a child and passes the first signal on to it. `end` stops that and returns the signal. It listens before it starts the child: a
 * signal in between would end this process and leave the child behind.
 */
function relaySignals(start) {
  let child
  let received
  const pass = (signal) => {
    if (received) return
    received = signal
    // A terminal sends Ctrl-C to the whole group, so the child has it already.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  child = start()
  const parentCheck = watchParent(() => pass('SIGTERM'))
  const end = () => {
    clearInterval(parentCheck)
    for (const signal of signals) process.off(signal, pass)
    return received
  }
  return { child, relay: { end } }
}

/** Detects the end of npm's shell, which passes no signal on: processes that npm started must not outlive it and keep the port. */
function watchParent(whenGone) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  const check = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(check)
    whenGone()
  }, 250)
  return check
}

/** The exit code a shell gives to a command that a signal ended. */
function exitCodeOf(signal) {
  return 128 + (constants.signals[signal] ?? 0)
}
