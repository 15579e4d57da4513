import { outcomeOf, report, submit, untilStarted } from './redline-process.ts'

/* A separate process that requests many Red Line slots at the same time: ATTEMPTS of them. */

const { ATTEMPTS = '1' } = process.env
await untilStarted()
await report(await Promise.all(Array.from({ length: Number(ATTEMPTS) }, (_, each) => outcomeOf(submit(each)))))
