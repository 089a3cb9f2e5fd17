import { Loader, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconDeviceFloppy, IconCircleCheck } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { SaveState } from '../session/use-draft.ts'
import { isLocalAtom } from '../model/local-map.ts'
import classes from './top-bar.module.css'
import { useIsPhone } from '../../ui/use-is-mobile.ts'

const ICONS = {
  saving: IconDeviceFloppy,
  saved: IconCheck,
  kept: IconCheck,
  device: IconAlertTriangle,
  failed: IconAlertTriangle,
  published: IconCircleCheck,
}

interface SaveStateLabelProps {
  readonly state: SaveState
  /** It was transformed before. */
  readonly hasOverlay: boolean
  /** The icon alone says on a phone that all is well: another word stands beside it. */
  readonly isShort: boolean
}

/** The small word beside the title, never an icon alone. */
export function SaveStateLabel({ state, hasOverlay, isShort }: SaveStateLabelProps) {
  const isPhone = useIsPhone()
  const { t } = useTranslation('editor')
  const isLocal = useAtomValue(isLocalAtom)
  if (state === 'clean') return null
  const Glyph = ICONS[state]
  // A map that was never transformed cannot be shared: the word says how it can, where there is room for it.
  const isFirst = (state === 'saved' || state === 'kept') && !hasOverlay
  const isHere = isLocal && state === 'saved'
  const whole = t(isHere ? 'local.saved' : `save.${isFirst ? 'toShare' : state}`)
  const isSettled = state === 'saved' || state === 'kept' || state === 'published'
  const shown = !isPhone ? whole : isShort && isSettled ? '' : t(`save.short.${state}`)
  return (
    <Text
      size="xs"
      c={state === 'failed' ? 'red' : 'dimmed'}
      component="span"
      title={t(isHere ? 'local.savedHelp' : `save.${state}Help`)}
    >
      <Glyph size={14} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
      {shown === whole ? (
        whole
      ) : (
        <>
          <span aria-hidden>{shown}</span>
          <VisuallyHidden>{whole}</VisuallyHidden>
        </>
      )}
    </Text>
  )
}

/** Stands in place of that word on a phone, whose button for the transform lies in a drawer. `percent`: null = not known. */
export function TransformProgress({ percent }: { readonly percent: number | null }) {
  const { t } = useTranslation('editor')
  return (
    <Text size="xs" c="dimmed" component="span" className={classes['progress'] ?? ''}>
      <Loader size={12} color="currentColor" aria-hidden />
      <span className={classes['progressWord']}>{t('transform.busy')}</span>
      {/* Not read aloud at each step. */}
      {percent !== null && (
        <span aria-hidden>{t('transform.percent', { percent: Math.round(percent) })}</span>
      )}
    </Text>
  )
}
