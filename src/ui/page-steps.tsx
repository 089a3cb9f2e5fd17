import { createContext, useContext, type ComponentPropsWithRef, type MouseEvent } from 'react'

/** How a page leads to another page of ours, whatever stands around it. */
export interface PageSteps {
  /** @param href path, search and hash */
  readonly go: (href: string) => void
  /** The page there will probably be wanted next. */
  readonly prepare: (href: string) => void
}

/** Where nobody says otherwise, the browser leads there itself. */
export const PageStepsContext = createContext<PageSteps>({
  go: (href) => location.assign(href),
  prepare: () => undefined,
})

/** Whether a press follows a link in this tab. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey, defaultPrevented }: MouseEvent): boolean =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey || defaultPrevented)

/** What makes an `<a>` lead to a page of ours without loading everything anew. */
export function usePageLink(href: string) {
  const { go, prepare } = useContext(PageStepsContext)
  return {
    href,
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      if (!isPlain(event)) return
      event.preventDefault()
      go(href)
    },
    onPointerEnter: () => prepare(href),
    onFocus: () => prepare(href),
  }
}

interface PageLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'onClick'> {
  readonly to: string
}

/** A link to a page of ours, for pages that may stand without the router. */
export function PageLink({ to, children, ...props }: PageLinkProps) {
  return (
    <a {...props} {...usePageLink(to)}>
      {children}
    </a>
  )
}
