import { Button, Paper, Switch, Text } from '@mantine/core'
import { useAtomValue, useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pyramid } from '../../../../workers/raster/raster-client.ts'
import { FEWEST_CORNERS } from '../../../geometry/mask-rings.ts'
import type { Cropping } from '../../../map/tools/crop.ts'
import { toast } from '../../../ui/toast-store.ts'
import { maskAtom } from '../../model/document-atoms.ts'
import { isRegionAskedAtom } from '../../model/region-asked.ts'
import { useTools } from '../../tools/use-tools.ts'
import classes from './crop-panel.module.css'
import { changeMask } from '../../tools/crop-steps.ts'
import { useIsPhone } from '../../../ui/use-is-mobile.ts'

interface CropPanelProps {
  readonly scan: Pyramid
  readonly cropping: Cropping
  /** There are no keys. */
}

/** What can be done while the scan is cropped, and what the next press does. */
export function CropPanel({ scan, cropping }: CropPanelProps) {
  const isPhone = useIsPhone()
  const { t } = useTranslation('editor')
  const send = useTools()
  const store = useStore()
  const mask = useAtomValue(maskAtom)
  const isAsked = useAtomValue(isRegionAskedAtom) && mask.length === 0
  const { find, isFinding } = useFindFrame(scan)
  const { open, chosen } = cropping
  const canClose = open.length >= FEWEST_CORNERS
  const hint = canClose
    ? t('crop.openEnough', { count: open.length })
    : open.length > 0
      ? t('crop.open', { count: open.length })
      : t(
          chosen
            ? isPhone
              ? 'crop.chosenByFinger'
              : 'crop.chosen'
            : mask.length > 0
              ? 'crop.there'
              : isAsked
                ? 'crop.whichPart'
                : 'crop.begin',
        )
  const keys = chosen ? null : t(mask.length > 0 && open.length === 0 ? 'crop.keysThere' : 'crop.keys')
  return (
    <Paper className={classes['card'] ?? ''} withBorder role="group" aria-label={t('crop.title')}>
      <Text size="sm" role="status">
        {hint}
      </Text>
      {isPhone || keys === null ? null : (
        <Text size="sm" c="dimmed">
          {keys}
        </Text>
      )}
      <div className={classes['row']}>
        {open.length === 0 && !chosen && (
          <Button size="compact-sm" variant="default" loading={isFinding} onClick={find}>
            {t('crop.find')}
          </Button>
        )}
        {canClose && (
          <Button size="compact-sm" onClick={() => send({ type: 'ringClosed' })}>
            {t('crop.close')}
          </Button>
        )}
        {(chosen ?? open.length > 0) && (
          <Button size="compact-sm" variant="default" onClick={() => send({ type: 'cornerRemoved' })}>
            {t(chosen ? 'crop.removeCorner' : 'crop.removeLast')}
          </Button>
        )}
        {mask.length > 0 && open.length === 0 && !chosen && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => changeMask(store, 'cropClear', (rings) => (rings.length > 0 ? [] : rings))}
          >
            {t('crop.clear')}
          </Button>
        )}
        <Switch
          size="xs"
          label={t('crop.squares')}
          checked={cropping.isSquare}
          onChange={() => send({ type: 'rightAnglesToggled' })}
        />
        <Button
          size="compact-sm"
          variant="light"
          className={classes['done'] ?? ''}
          onClick={() => send({ type: 'cropToggled' })}
        >
          {t(isAsked && open.length === 0 ? 'crop.whole' : 'crop.done')}
        </Button>
      </div>
    </Paper>
  )
}

/** Puts the sheet's frame, looked for in the scan, in the place of the mask. */
function useFindFrame(scan: Pyramid) {
  const { t } = useTranslation('editor')
  const store = useStore()
  const [isFinding, setFinding] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const find = () => {
    const controller = new AbortController()
    running.current = controller
    setFinding(true)
    scan
      .findFrame(controller.signal)
      .then(
        (frame) => {
          if (controller.signal.aborted) return
          if (frame) changeMask(store, 'cropFrame', () => [frame])
          else toast.info(t('crop.notFound'))
        },
        () => {
          if (!controller.signal.aborted) toast.error(t('crop.findFailed'))
        },
      )
      .finally(() => setFinding(false))
  }
  return { find, isFinding }
}
