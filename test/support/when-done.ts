/** Takes what ends something that was opened: at the end of a test (`onTestFinished`) or of a file. */
export type WhenDone = (close: () => Promise<void>) => void
