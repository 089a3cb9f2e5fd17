import { Popover } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/icon-button.tsx'
import { useFocusReturn } from '../ui/use-focus-return.ts'
import { useIsMobile } from '../ui/use-is-mobile.ts'
import { useLayer } from '../ui/use-layer.ts'
import { lazySection } from '../ui/lazy-section.tsx'
import type { FoundPlace } from './found-place.ts'
import { PlaceSearch } from './place-search.tsx'
import classes from './place-search.module.css'
import { Dialog } from '../ui/dialog.tsx'

/** Few look for where they are, who are not in the field. */
const LocateRow = lazySection(async () => (await import('./locate-row.tsx')).LocateRow, null)

interface PlaceSearchButtonProps {
  readonly onPick: (place: FoundPlace) => void
  readonly onClear: () => void
  /** Shown from outside as well (a key, a menu); both left out, the button keeps it itself. */
  readonly opened?: boolean
  readonly onOpenedChange?: (opened: boolean) => void
  readonly shortcut?: string
  /** Stands beneath the icon; a part of the button's name. */
  readonly word?: string | undefined
  /** The device's own place can be asked for as well. */
  readonly hasLocate?: boolean
  /** How far beside the button the popover lies, CSS px. */
  readonly beside?: number | undefined
}

/** A button that opens the place search: in a popover, on a phone in a dialog. Picking a place closes it. */
export function PlaceSearchButton({
  onPick,
  onClear,
  opened,
  onOpenedChange,
  shortcut,
  word,
  hasLocate = false,
  beside,
}: PlaceSearchButtonProps) {
  const { t } = useTranslation('places')
  const isMobile = useIsMobile()
  const [ownOpened, setOwnOpened] = useState(false)
  const isOpen = opened ?? ownOpened
  const setOpen = (next: boolean) => {
    setOwnOpened(next)
    onOpenedChange?.(next)
  }
  useFocusReturn(isOpen && !isMobile)
  useLayer(isOpen && !isMobile, () => setOpen(false))
  const pick = (place: FoundPlace) => {
    setOpen(false)
    onPick(place)
  }
  const search = (
    <>
      <PlaceSearch takesFocus onPick={pick} onClear={onClear} />
      {hasLocate ? <LocateRow onPick={pick} /> : null}
    </>
  )
  const button = (
    <IconButton
      label={t('open')}
      shortcut={shortcut}
      word={word}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <IconSearch size={20} stroke={1.75} />
    </IconButton>
  )
  if (isMobile)
    return (
      <>
        {button}
        <Dialog
          opened={isOpen}
          onClose={() => setOpen(false)}
          title={t('open')}
          closeButtonProps={{ 'aria-label': t('close') }}
        >
          {search}
        </Dialog>
      </>
    )
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      trapFocus
      // The field is there to be typed in with the key that opens it.
      transitionProps={{ duration: 0 }}
      position="right-start"
      {...(beside !== undefined && { offset: beside })}
      withinPortal
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={t('open')}>
        {search}
      </Popover.Dropdown>
    </Popover>
  )
}
