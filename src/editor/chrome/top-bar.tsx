import { Button, Popover, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconLink, IconLock, IconSettings, IconWorld } from '@tabler/icons-react'
import { useAtom, useAtomValue } from 'jotai'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapAudience } from '../../../contract/api/map-sharing.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { MapSettings, NavigationSwitch } from '../panels/overlay/map-settings.tsx'
import type { MapSettingsProps } from '../panels/overlay/map-settings.tsx'
import { hasHistoryAtom, pointCountAtom } from '../model/document-atoms.ts'
import { isLocalAtom } from '../model/local-map.ts'
import { viewModeAtom } from '../model/view-atoms.ts'
import { BarEndContext } from './bar-end.ts'
import { EditorMenu } from './editor-menu.tsx'
import type { EditorMenuProps } from './editor-menu.tsx'
import { HistoryButtons } from './history-buttons.tsx'
import { SaveStateLabel, TransformProgress } from './save-state.tsx'
import type { SaveState } from '../session/use-draft.ts'
import { TransformButton } from './transform-button.tsx'
import type { TransformButtonProps } from './transform-button.tsx'
import { ViewSwitch } from './view-switch.tsx'
import classes from './top-bar.module.css'
import { useIsPhone } from '../../ui/use-is-mobile.ts'

export interface MarkDoneProps {
  readonly isSubmitted: boolean
  readonly canMark: boolean
  readonly onMark: () => void
}

export interface TopBarProps {
  readonly title: string
  readonly saveState: SaveState
  readonly audience: MapAudience
  /** The map asks where it is: what follows later is not shown yet. */
  readonly isPlaceAsked: boolean
  readonly settings: MapSettingsProps
  readonly transform: TransformButtonProps
  readonly menu: EditorMenuProps
  /** Undefined: the map is not assigned to this user. */
  readonly markDone: MarkDoneProps | undefined
}

/** The 48-px bar: where one is, how safe the work is, undo, views, transform. A phone keeps the first and the last. */
export function TopBar(props: TopBarProps) {
  const isPhone = useIsPhone()
  const { t } = useTranslation('editor')
  const { settings } = props
  const { percent } = props.transform
  const [viewMode, setViewMode] = useAtom(viewModeAtom)
  // Without a point there is nothing to compare with the scan, nor to take back.
  const hasViews = useAtomValue(pointCountAtom) > 0 || viewMode !== 'split'
  const hasHistory = useAtomValue(hasHistoryAtom)
  const isLocal = useAtomValue(isLocalAtom)
  return (
    <header className={classes['bar']}>
      <div className={classes['heading']}>
        <ButtonLink
          to={isLocal ? '/try' : '/main'}
          variant="subtle"
          color="gray"
          size="compact-sm"
          px={6}
          aria-label={t('back')}
          className={classes['back']}
        >
          <IconChevronLeft size={18} stroke={1.75} aria-hidden />
          {!isPhone && <span className={classes['backWord']}>{t('back')}</span>}
        </ButtonLink>
        <div className={classes['names']}>
          <h1 className={classes['title']} title={props.title} dir="auto">
            {props.title}
          </h1>
          <VisibilityWord audience={props.audience} />
          <span className={classes['save']} role="status">
            {isPhone && percent !== undefined ? (
              <TransformProgress percent={percent} />
            ) : (
              <SaveStateLabel
                state={props.saveState}
                hasOverlay={props.transform.isPublished || isLocal}
                isShort={props.audience !== 'owner'}
              />
            )}
          </span>
        </div>
      </div>
      <div className={classes['group']} data-empty={!hasHistory || undefined}>
        <HistoryButtons canEdit={settings.canEdit} />
      </div>
      {!isPhone && (
        <>
          {hasViews && <ViewSwitch mode={viewMode} onChange={setViewMode} />}
          <SettingsPopover {...settings} />
          {props.markDone && <MarkDoneButton {...props.markDone} />}
          {!props.isPlaceAsked && <TransformButton {...props.transform} />}
        </>
      )}
      {use(BarEndContext)}
      <EditorMenu {...props.menu} />
    </header>
  )
}

const AUDIENCE_ICONS = { owner: IconLock, link: IconLink, everyone: IconWorld }

/** Who can see the map now. A phone's bar has no room for every word of it. */
function VisibilityWord({ audience }: Pick<TopBarProps, 'audience'>) {
  const isPhone = useIsPhone()
  const { t } = useTranslation('editor')
  const isLocal = useAtomValue(isLocalAtom)
  const Glyph = AUDIENCE_ICONS[audience]
  return (
    <Text
      size="xs"
      c="dimmed"
      component="span"
      className={classes['who'] ?? ''}
      title={t(isLocal ? 'local.audience' : `visibility.${audience}`)}
      data-visibility
    >
      <Glyph size={14} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
      {isPhone && audience === 'owner' ? (
        // As it is from the start: the state of the work needs the room.
        <VisuallyHidden>{t(isLocal ? 'local.audience' : 'visibility.owner')}</VisuallyHidden>
      ) : (
        t(
          isLocal
            ? 'local.audience'
            : isPhone && audience === 'link'
              ? 'visibility.linkShort'
              : `visibility.${audience}`,
        )
      )}
    </Text>
  )
}

function SettingsPopover(settings: MapSettingsProps) {
  const { t } = useTranslation('editor')
  const isLocal = useAtomValue(isLocalAtom)
  const [isOpen, setOpen] = useState(false)
  useFocusReturn(isOpen)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={300}
      trapFocus
      closeOnEscape={false}
    >
      <Popover.Target>
        <IconButton
          label={t('settings.title')}
          color="gray"
          onClick={() => setOpen(!isOpen)}
          // The focus is on its way from here into the settings for a moment.
          onKeyDown={({ key }) => {
            if (key === 'Escape') setOpen(false)
          }}
        >
          <IconSettings size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown
        aria-label={t('settings.title')}
        onKeyDownCapture={({ key, target }) => {
          // Escape closes one thing a press: first the list that is open among the settings.
          const isOfList = target instanceof Element && target.getAttribute('aria-expanded') === 'true'
          if (key === 'Escape' && !isOfList) setOpen(false)
        }}
      >
        <Stack gap="md">
          <MapSettings {...settings} />
          {!isLocal && <NavigationSwitch />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Submits an assigned map; it needs a transform first, and can be pressed once. */
export function MarkDoneButton({ isSubmitted, canMark, onMark }: MarkDoneProps) {
  const { t } = useTranslation('editor')
  const isDisabled = isSubmitted || !canMark
  return (
    <Button
      variant="default"
      size="sm"
      // Not `disabled`: the focus comes back to it from the dialog that it opened.
      aria-disabled={isDisabled || undefined}
      data-disabled={isDisabled || undefined}
      title={!isSubmitted && !canMark ? t('tool.markDoneNeeds') : undefined}
      onClick={isDisabled ? undefined : onMark}
    >
      {t(isSubmitted ? 'tool.submitted' : 'tool.markDone')}
    </Button>
  )
}
