import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { isRouteErrorResponse } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { keepErrors } from './features/running/early-errors.ts'
import { afterLoad } from './platform/after-load.ts'
import { overridesInPage, PublishedProvider } from './platform/published-context.ts'
import { announceReactError } from './platform/react-error.ts'
import { completeDialogs } from './ui/complete-dialogs.ts'

const errors = keepErrors()
completeDialogs()
afterLoad(5_000, () => import('./features/running/monitor-page.ts').then(({ monitorPage }) => monitorPage(errors)))

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PublishedProvider overrides={overridesInPage()}>
        <HydratedRouter
          onError={(error, { errorInfo }) => {
            // A page that isn't there, or not for this user, is an answer and no error.
            if (!isRouteErrorResponse(error) || error.status >= 500) announceReactError(error, errorInfo?.componentStack)
          }}
        />
      </PublishedProvider>
    </StrictMode>,
    { onUncaughtError: (error, { componentStack }) => announceReactError(error, componentStack) },
  )
})
