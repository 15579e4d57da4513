import { useEffect, useState } from 'react'
import { createQuestion } from '#app/ui/question.ts'
import type { FormView } from '../form-view.ts'

/** Asks for the addresses at the postcode once the address is asked for, where they can be looked up. */
export function useAddresses(
  { step, findsAddresses, addresses, options }: FormView,
  started: boolean,
  onAddresses: (found: FormView['addresses']) => void,
): void {
  const [question] = useState(createQuestion)
  const postcode = options?.place?.postcodeRead ? options.place.postcode : ''
  const isWanted = started && findsAddresses && step === 3 && postcode.includes(' ') && addresses?.postcode !== postcode
  useEffect(() => {
    if (isWanted) void ask()
  }, [isWanted, postcode])

  async function ask() {
    const { answer } = await question.ask<{ addresses: string[] }>(`/functions/v1/addresses?${new URLSearchParams({ postcode })}`)
    if (answer) onAddresses({ postcode, all: answer.addresses })
  }
}
