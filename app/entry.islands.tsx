import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { ErrorPanel } from './features/shell/components/error-panel.tsx'
import { announceReactError } from './platform/react-error.ts'

/** Takes over an island that the server rendered: the starter calls this once per element. */
export function hydrate(element: HTMLElement, Island: ComponentType<Record<string, unknown>>): void {
  const props = JSON.parse(element.dataset.props ?? '{}')
  hydrateRoot(
    element,
    <Boundary>
      <Island {...props} />
    </Boundary>,
  )
  element.dataset.started = ''
}

/** The specification's error screen for what fails inside an island; the rest of the page goes on. */
class Boundary extends Component<{ children: ReactNode }, { failedAt?: number }> {
  override state: { failedAt?: number } = {}

  static getDerivedStateFromError() {
    return { failedAt: Date.now() }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    announceReactError(error, info?.componentStack)
  }

  override render() {
    return this.state.failedAt ? <ErrorPanel errorId={this.state.failedAt} /> : this.props.children
  }
}
