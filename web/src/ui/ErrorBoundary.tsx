import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  children: ReactNode
  onError: (error: unknown) => void
  /** Rendered in place of the children after an error; `retry` renders them again. */
  renderError: (retry: () => void) => ReactNode
}

/** Limits an error to the part of the page it occurred in. */
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
