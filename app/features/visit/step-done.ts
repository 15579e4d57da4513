import { stepFacts, steps, visitSteps } from '#app/features/booking/lifecycle.ts'

/** For extra work, the gas record and photos. */
const recorded: Readonly<Record<string, string>> = {
  'gas-appliance': 'Appliance saved.',
  'gas-remove': 'Removed.',
  'remove-photo': 'Photo removed.',
  'gas-called': 'Saved: you’ve called the gas emergency service.',
  'gas-reason': 'Reason saved.',
  work_propose: 'The customer can see it now. Wait for their answer before you start.',
  work_withdraw: 'Withdrawn.',
  work_agree: 'Agreed. You can start. We’ve emailed the customer what they agreed to.',
  work_decline: 'Declined. Nothing is added to the bill.',
}

/** The confirmation of an act, by the word in the address; nothing for an unknown word. */
export function stepDone(word: string | null): string | undefined {
  if (word === 'undo') return 'Undone.'
  if (word === 'another_time') return steps.another_time.engineer.done
  if (word === 'estimate') return 'The customer sees when to expect you.'
  if (word === 'correct-time') return 'The time is corrected.'
  if (word === 'sheet') return 'Job sheet saved.'
  if (word && Object.hasOwn(recorded, word)) return recorded[word]
  const step = visitSteps.find((each) => each === word)
  return step && stepFacts(step).engineer?.done
}
