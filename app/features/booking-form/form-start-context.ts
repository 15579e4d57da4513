import { createContext, createElement, type ReactNode, useContext } from 'react'
import type { FormView } from './form-view.ts'

/** What every booking form of a page begins with. */
export type FormStart = Pick<FormView, 'known' | 'redlineByPhone'>

const StartContext = createContext<FormStart>({})

/** Tells the forms inside what they begin with; without it, nothing is known. */
export const FormStartProvider = ({ start, children }: { start?: FormStart; children?: ReactNode }) =>
  createElement(StartContext.Provider, { value: start ?? {} }, children)

export const useFormStart = (): FormStart => useContext(StartContext)
