import { Menu } from '@mantine/core'
import {
  IconBoxMultiple,
  IconCompass,
  IconDots,
  IconExternalLink,
  IconFileExport,
  IconFileImport,
  IconHelp,
  IconKeyboard,
  IconLink,
  IconListSearch,
  IconLock,
  IconMessage,
  IconPencil,
  IconWorld,
  IconWorldPin,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicPageWays } from '../../map-record/use-public-page.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLayer } from '../../ui/use-layer.ts'
import type { ResultWays } from '../session/use-result-ways.ts'
import classes from './editor-menu.module.css'

export interface EditorMenuProps {
  readonly canEdit: boolean
  /** Undefined: this user may not toggle it. */
  readonly isPublic: boolean | undefined
  readonly onTogglePublic: () => void
  /** Undefined: this user may not edit the details. */
  readonly onEditDetails: (() => void) | undefined
  /** Undefined: the scan is somebody else's. */
  readonly onAnotherMap: (() => void) | undefined
  /** Undefined: nobody else sees the map. */
  readonly onDiscussion: (() => void) | undefined
  readonly onImport: () => void
  readonly onExport: () => void
  /** Undefined: nothing is published. */
  readonly ways: ResultWays | undefined
  /** Undefined: nobody else sees the map. */
  readonly publicPage: PublicPageWays | undefined
  readonly onPalette: () => void
  readonly onShortcuts: () => void
  readonly onTutorial: () => void
}

/** What is needed now and then. */
export function EditorMenu(props: EditorMenuProps) {
  const { t } = useTranslation('editor')
  const { isPublic, onEditDetails, onAnotherMap, ways, publicPage } = props
  const [isOpen, setOpen] = useState(false)
  useLayer(isOpen, () => setOpen(false))
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <Menu position="bottom-end" width={240} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <IconButton label={t('tool.menu')} color="gray">
          <IconDots {...icon} size={20} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFileImport {...icon} />}
          disabled={!props.canEdit}
          onClick={props.onImport}
        >
          {t('tool.import')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileExport {...icon} />} onClick={props.onExport}>
          {t('tool.export')}
        </Menu.Item>
        {props.onDiscussion && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconMessage {...icon} />} onClick={props.onDiscussion}>
              {t('tool.discussion')}
            </Menu.Item>
          </>
        )}
        {ways && (
          <>
            <Menu.Item leftSection={<IconWorldPin {...icon} />} onClick={ways.onShowOnMap}>
              {t('tool.showOnMap')}
            </Menu.Item>
            <Menu.Item leftSection={<IconCompass {...icon} />} onClick={ways.onNavigate}>
              {t('tool.navigator')}
            </Menu.Item>
          </>
        )}
        {publicPage && (
          <>
            <Menu.Item leftSection={<IconExternalLink {...icon} />} onClick={publicPage.open.run}>
              {t('tool.publicPage')}
            </Menu.Item>
            <Menu.Item leftSection={<IconLink {...icon} />} onClick={publicPage.copy.run}>
              {t('tool.copyLink')}
            </Menu.Item>
          </>
        )}
        {onEditDetails && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEditDetails}>
            {t('tool.details')}
          </Menu.Item>
        )}
        {onAnotherMap && (
          <Menu.Item leftSection={<IconBoxMultiple {...icon} />} onClick={onAnotherMap}>
            {t('tool.anotherMap')}
          </Menu.Item>
        )}
        {isPublic !== undefined && (
          <Menu.Item
            leftSection={isPublic ? <IconLock {...icon} /> : <IconWorld {...icon} />}
            onClick={props.onTogglePublic}
          >
            {t(isPublic ? 'tool.makePrivate' : 'tool.makePublic')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconListSearch {...icon} />} onClick={props.onPalette}>
          {t('palette.title')}
        </Menu.Item>
        <Menu.Item
          className={classes['ofKeys'] ?? ''}
          leftSection={<IconKeyboard {...icon} />}
          onClick={props.onShortcuts}
        >
          {t('tool.shortcuts')}
        </Menu.Item>
        <Menu.Item leftSection={<IconHelp {...icon} />} onClick={props.onTutorial}>
          {t('tool.tutorial')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
