import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  children: ReactNode
  onError: (error: unknown) => void
  /** Drawn in place of the children once they have failed; `retry` draws them anew. */
  renderError: (retry: () => void) => ReactNode
}

/** Keeps a failure to the part of the page it happened in. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override state = { hasFailed: false }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }

  readonly retry = (): void => this.setState({ hasFailed: false })

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.renderError(this.retry) : this.props.children
  }
}
