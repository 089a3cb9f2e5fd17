import { Component, type ErrorInfo, type ReactNode } from 'react'

/** Leads to the page of errors, which the product has, where a page outside of it breaks. */
export class OutsideBoundary extends Component<
  { readonly children: ReactNode },
  { readonly isBroken: boolean }
> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
    location.replace('/error')
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children
  }
}
