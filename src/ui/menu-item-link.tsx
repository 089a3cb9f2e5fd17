import { Menu, type MenuItemProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type MenuItemAnchorProps = MenuItemProps & Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps>

/** A menu item that leads to a page of ours. */
export const MenuItemLink = createLink((props: MenuItemAnchorProps) => <Menu.Item component="a" {...props} />)
