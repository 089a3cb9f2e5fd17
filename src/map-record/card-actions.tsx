import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState, type ComponentType } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { useLayer } from '../ui/use-layer.ts'
import classes from './card-actions.module.css'

/** Something that can be done with what a card shows. */
export interface CardAction {
  readonly key: string
  readonly label: string
  readonly icon: ComponentType<{ size: number; stroke: number }>
  readonly onPress: () => void
  readonly isDestructive?: boolean
}

interface CardActionsProps {
  /** Names all of them together. */
  readonly label: string
  readonly actions: readonly CardAction[]
}

/** The actions over the scan: buttons on hover and focus, one menu where fingers press. */
export function CardActions({ label, actions }: CardActionsProps) {
  const [isOpen, setOpen] = useState(false)
  useLayer(isOpen, () => setOpen(false))
  return (
    <>
      <div className={classes.hoverActions} role="group" aria-label={label}>
        {actions.map(({ key, label: name, icon: Icon, onPress, isDestructive }) => (
          <IconButton
            key={key}
            label={name}
            tooltipSide="top"
            variant="default"
            {...(isDestructive ? { c: 'vermilion' } : {})}
            onClick={onPress}
          >
            <Icon size={20} stroke={1.75} />
          </IconButton>
        ))}
      </div>
      <div className={classes.touchActions}>
        <Menu position="bottom-end" width={220} opened={isOpen} onChange={setOpen}>
          <Menu.Target>
            <IconButton label={label} variant="default" size={44}>
              <IconDots size={22} stroke={1.75} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map(({ key, label: name, icon: Icon, onPress, isDestructive }) => (
              <Menu.Item
                key={key}
                leftSection={<Icon size={20} stroke={1.75} />}
                onClick={onPress}
                {...(isDestructive ? { color: 'vermilion' } : {})}
              >
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
    </>
  )
}
