import { Anchor, type AnchorProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageLink } from '../ui/page-steps.tsx'

interface AuthLinkProps extends AnchorProps {
  readonly to: string
  readonly children: ReactNode
}

/** A text link to another of these pages, with or without the router around them. */
export function AuthLink({ to, ...props }: AuthLinkProps) {
  return <Anchor {...props} {...usePageLink(to)} />
}
