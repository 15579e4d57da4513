import { stepFacts, steps, visitSteps } from '#app/features/booking/lifecycle.ts'
import { askedToStart } from './queued-act.ts'
import { faultKind } from './return-fault.ts'

/** For extra work, the gas record and photos. */
const recorded: Readonly<Record<string, string>> = {
  'gas-appliance': 'Appliance saved.',
  'gas-remove': 'Removed.',
  'remove-photo': 'Photo removed.',
  'gas-called': 'Saved: you’ve called the National Gas Emergency Service.',
  'gas-reason': 'Reason saved.',
  [faultKind]: 'Saved.',
  [askedToStart]: 'Saved. You can start.',
  'propose-work': 'The customer can see it now. Wait for their answer before you start.',
  'withdraw-work': 'Withdrawn.',
  'agree-work': 'Agreed. You can start. We’ve emailed the customer what they agreed to.',
  'decline-work': 'Declined. Nothing will be added to the bill.',
}

/** The confirmation of an act, by the word in the address; undefined for an unknown word. */
export function stepDone(word: string | null): string | undefined {
  if (word === 'undo') return 'Undone.'
  if (word === 'take') return 'The job is yours. Call the customer now.'
  if (word === 'another_time') return steps.another_time.engineer.done
  if (word === 'estimate') return 'The customer can see when to expect you.'
  if (word === 'correct-time') return 'Time corrected.'
  if (word === 'sheet') return 'Job sheet saved.'
  if (word && Object.hasOwn(recorded, word)) return recorded[word]
  const step = visitSteps.find((each) => each === word)
  return step && stepFacts(step).engineer?.done
}
