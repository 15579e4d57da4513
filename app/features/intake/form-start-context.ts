import { createContext, createElement, type ReactNode, useContext } from 'react'
import type { FormView } from './form-view.ts'

/** The initial data of every booking form of a page. */
export type FormStart = Pick<FormView, 'known' | 'redlineByPhone' | 'offersTexts' | 'findsAddresses'>

const StartContext = createContext<FormStart>({})

/** Provides the initial data to the forms inside; without it, nothing is known. */
export const FormStartProvider = ({ start, children }: { start?: FormStart; children?: ReactNode }) =>
  createElement(StartContext.Provider, { value: start ?? {} }, children)

export const useFormStart = (): FormStart => useContext(StartContext)
