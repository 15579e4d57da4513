/** Registers a function that closes something: at the end of a test (`onTestFinished`) or of a file. */
export type WhenDone = (close: () => Promise<void>) => void
