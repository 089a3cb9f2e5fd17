import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type WithAnchor<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>

/** A button that leads to a page of ours: a real link, typed by the route table. */
export const ButtonLink = createLink((props: WithAnchor<ButtonProps>) => <Button component="a" {...props} />)

/** A text link to a page of ours. */
export const AnchorLink = createLink((props: WithAnchor<AnchorProps>) => <Anchor {...props} />)
