import { stepFacts, steps, visitSteps } from '#app/features/booking/lifecycle.ts'

/** What an engineer reads after a press, by the word that the address carries; nothing for any other word. */
export function stepDone(word: string | null): string | undefined {
  if (word === 'undo') return 'Undone.'
  if (word === 'another_time') return steps.another_time.engineer.done
  if (word === 'sheet') return 'Job sheet saved.'
  const step = visitSteps.find((each) => each === word)
  return step && stepFacts(step).engineer?.done
}
