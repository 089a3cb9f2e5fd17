import { Menu } from '@mantine/core'
import { IconCompass, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { placeLonLat } from '../../geometry/mercator.ts'
import { COORDINATE_FORMATS, coordinateRows } from '../../places/coordinate-rows.ts'
import { useGrids } from '../../places/use-grids.ts'
import { toast } from '../../ui/toast-store.ts'
import { useIsMobile } from '../../ui/use-is-mobile.ts'
import { useLayer } from '../../ui/use-layer.ts'
import type { AskedPlace } from '../session/held-place.ts'
import classes from './place-menu.module.css'

interface PlaceMenuProps {
  readonly place: AskedPlace
  readonly onNavigate: () => void
  readonly onClose: () => void
}

const ICON = { size: 18, stroke: 1.75 }

/** What can be done with a place of the map: its coordinates in each form, and the way there. */
export function PlaceMenu({ place, onNavigate, onClose }: PlaceMenuProps) {
  const { t, i18n } = useTranslation('viewer')
  const grids = useGrids(true)
  const isPhone = useIsMobile()
  useLayer(true, onClose)
  const [lon, lat] = placeLonLat(place.map[0], place.map[1])
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t('place.copied', { text }))
    } catch {
      toast.error(t('place.notCopied', { text }))
    }
  }
  return (
    <Menu
      opened
      onClose={onClose}
      // Beside the place there is no room for it on a phone.
      position={isPhone ? 'bottom' : 'right-start'}
      width={280}
      withinPortal
      returnFocus={false}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('place.label')}
          className={classes.spot}
          style={{ left: place.css[0], top: place.css[1] }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('place.copy')}</Menu.Label>
        {COORDINATE_FORMATS.map((format) => {
          const found = coordinateRows(lon, lat, format, i18n.language, grids)
          return found ? (
            <Menu.Item
              key={format}
              className={classes.item ?? ''}
              leftSection={<IconCopy {...ICON} aria-hidden />}
              onClick={() => void copy(found.copy)}
            >
              <span className={classes.format}>{t(`place.format.${format}`)}</span>
              <span className={classes.text}>{found.copy}</span>
            </Menu.Item>
          ) : null
        })}
        <Menu.Divider />
        <Menu.Item
          className={classes.item ?? ''}
          leftSection={<IconCompass {...ICON} aria-hidden />}
          onClick={onNavigate}
        >
          {t('place.navigate')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
