import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { announceReactError } from './platform/react-error.ts'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter onError={(error, { errorInfo }) => announceReactError(error, errorInfo?.componentStack)} />
    </StrictMode>,
  )
})
