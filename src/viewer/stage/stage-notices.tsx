import { Alert } from '@mantine/core'
import { IconEye, IconMapOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/links.tsx'
import { useNextFocus } from '../../ui/use-next-focus.ts'
import { MAP_FALLBACKS } from '../model/focus-fallbacks.ts'
import type { ShownMap } from '../session/use-shown-maps.ts'
import classes from '../viewer-page.module.css'

interface UnavailableProps {
  readonly map: ShownMap
  readonly onClose: () => void
}

/** A map was chosen that has no overlay; its owner can make one. */
export function UnavailableNotice({ map, onClose }: UnavailableProps) {
  const { t } = useTranslation('viewer')
  const focus = useNextFocus(MAP_FALLBACKS)
  return (
    <Alert
      {...focus}
      className={classes.notice ?? ''}
      color="yellow"
      icon={<IconMapOff size={20} stroke={1.75} />}
      title={t('page.unavailable')}
      withCloseButton
      closeButtonLabel={t('page.close')}
      onClose={onClose}
    >
      {t('page.unavailableText', { title: map.title ?? '' })}
      {map.record?.isOwner ? (
        <ButtonLink to="/map-editor" search={{ mapId: map.id }} mt="xs" size="compact-sm">
          {t('page.toEditor')}
        </ButtonLink>
      ) : null}
    </Alert>
  )
}

interface GoneProps {
  /** Of the maps that went. */
  readonly titles: readonly string[]
  readonly onClose: () => void
}

/** Maps that were looked at have been deleted or made private by their owners. */
export function GoneNotice({ titles, onClose }: GoneProps) {
  const { t, i18n } = useTranslation('viewer')
  const focus = useNextFocus(MAP_FALLBACKS)
  const names = titles.map((title) => t('page.quoted', { title }))
  const list = new Intl.ListFormat(i18n.language).format(names)
  return (
    <Alert
      {...focus}
      className={classes.notice ?? ''}
      color="yellow"
      icon={<IconMapOff size={20} stroke={1.75} />}
      title={t('page.unavailable')}
      withCloseButton
      closeButtonLabel={t('page.close')}
      onClose={onClose}
    >
      {t('page.goneText', { count: titles.length, titles: list })}
    </Alert>
  )
}

interface TurnProps {
  readonly names: readonly [first: string, second: string]
  /** Now the first is seen. */
  readonly isFirst: boolean
}

/** Which of two maps that come and go in turn is seen now; as wide as the longer name, so that nothing jumps. */
export function TurnNotice({ names, isFirst }: TurnProps) {
  return (
    <p className={classes.turn}>
      <IconEye size={18} stroke={1.75} aria-hidden />
      <span className={classes.turnNames}>
        {names.map((name, at) => (
          <span key={at === 0 ? 'first' : 'second'} data-seen={isFirst === (at === 0)}>
            {name}
          </span>
        ))}
      </span>
    </p>
  )
}
