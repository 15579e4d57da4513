import { Component, type ComponentType, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { ErrorPanel } from './features/site/components/error-panel.tsx'
import { overridesInPage, PublishedProvider } from './platform/published-context.ts'
import { announceReactError } from './platform/react-error.ts'

/** Hydrates an island that the server rendered: the starter calls this once per element. */
export function hydrate(element: HTMLElement, Island: ComponentType<Record<string, unknown>>): void {
  const props = JSON.parse(element.dataset.props ?? '{}')
  hydrateRoot(
    element,
    <Started element={element}>
      <Boundary isOrnament={element.dataset.ornament !== undefined}>
        <PublishedProvider overrides={overridesInPage()}>
          <Island {...props} />
        </PublishedProvider>
      </Boundary>
    </Started>,
    { onCaughtError: announced, onUncaughtError: announced },
  )
}

const announced = (error: unknown, { componentStack }: { componentStack?: string | null }) => announceReactError(error, componentStack)

/** Marks the island as started once React has taken it over and its own effects have run. */
function Started({ element, children }: { element: HTMLElement; children: ReactNode }) {
  useEffect(() => {
    element.dataset.started = ''
    element.dispatchEvent(new Event('island-started'))
  }, [element])
  return children
}

/** The specification's error screen for what fails inside an island, nothing for an ornament; the rest of the page continues. */
class Boundary extends Component<{ children: ReactNode; isOrnament: boolean }, { failedAt?: number }> {
  override state: { failedAt?: number } = {}

  static getDerivedStateFromError() {
    return { failedAt: Date.now() }
  }

  override render() {
    const { failedAt } = this.state
    if (!failedAt) return this.props.children
    if (this.props.isOrnament) return null
    // As the server rendered it: later values may be the cause.
    return (
      <PublishedProvider overrides={overridesInPage()}>
        <ErrorPanel errorId={failedAt} heading="h2" />
      </PublishedProvider>
    )
  }
}
