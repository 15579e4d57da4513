import { existsSync } from 'node:fs'
import process from 'node:process'
import { ConfigProblems, readConfig } from '#app/platform/config.ts'
import { StepError } from './run.mjs'

/** The server's configuration, for commands that work on its data. They print errors themselves: nothing is logged. */
export function readBackupConfig() {
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    return { ...readConfig(process.env), logLevel: 'silent' }
  } catch (error) {
    throw error instanceof ConfigProblems ? new StepError(error.message) : error
  }
}
