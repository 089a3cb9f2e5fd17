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
  /** Such actions come last, below a divider, wherever they stand among the others. */
  readonly isDestructive?: boolean
}

interface CardActionsProps {
  /** Names all of them together. */
  readonly label: string
  readonly actions: readonly CardAction[]
}

/** All that can be done with what a card shows, in its corner. */
export function CardActions(menu: CardActionsProps) {
  return (
    <div className={classes.actions}>
      <ActionsMenu {...menu} />
    </div>
  )
}

/** Actions in words, behind one button. */
export function ActionsMenu({ label, actions }: CardActionsProps) {
  const [isOpen, setOpen] = useState(false)
  useLayer(isOpen, () => setOpen(false))
  const item = ({ key, label: name, icon: Icon, onPress, isDestructive }: CardAction) => (
    <Menu.Item
      key={key}
      leftSection={<Icon size={20} stroke={1.75} />}
      onClick={onPress}
      {...(isDestructive ? { color: 'vermilion' } : {})}
    >
      {name}
    </Menu.Item>
  )
  const destructive = actions.filter(({ isDestructive }) => isDestructive)
  return (
    <Menu position="bottom-end" width={240} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <IconButton label={label} tooltipSide="left" variant="default" size={36}>
          <IconDots size={20} stroke={1.75} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.filter(({ isDestructive }) => !isDestructive).map(item)}
        {destructive.length > 0 && destructive.length < actions.length ? <Menu.Divider /> : null}
        {destructive.map(item)}
      </Menu.Dropdown>
    </Menu>
  )
}
