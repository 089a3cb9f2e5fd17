import { Button, Radio, Stack } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { ImagePoint } from '../../../../contract/control-points.ts'
import type { NewPoint } from '../../../drafts/editor-document.ts'
import { controlPointsAtom } from '../../model/document-atoms.ts'
import { changeSheetAtom, type SheetForm } from '../../model/sheet/sheet-state.ts'

/** Makes the pairs, in the place of those that stand or after them, and the crop where one is wanted. */
export type PlacePairs = (pairs: readonly NewPoint[], crop?: readonly ImagePoint[]) => void

/** What becomes of the points that stand already. */
export function ModeField({ form }: { readonly form: SheetForm }) {
  const { t } = useTranslation(['editor', 'sheet'])
  const change = useSetAtom(changeSheetAtom)
  const hasPoints = useAtomValue(controlPointsAtom).length > 0
  if (!hasPoints) return null
  return (
    <Radio.Group
      aria-label={t('sheet:mode')}
      value={form.mode}
      onChange={(value) => change({ mode: value === 'append' ? 'append' : 'replace' })}
    >
      <Stack gap="xs">
        <Radio value="replace" label={t('import.replace')} />
        <Radio value="append" label={t('import.append')} />
      </Stack>
    </Radio.Group>
  )
}

interface PlaceButtonsProps {
  readonly count: number
  readonly onClose: () => void
  /** Null: something is missing. */
  readonly onPlace: (() => void) | null
}

export function PlaceButtons({ count, onClose, onPlace }: PlaceButtonsProps) {
  const { t } = useTranslation(['editor', 'sheet'])
  return (
    <div className="dialog-footer">
      <Button variant="default" onClick={onClose}>
        {t('import.cancel')}
      </Button>
      <Button disabled={!onPlace} onClick={() => onPlace?.()}>
        {t('sheet:place', { count })}
      </Button>
    </div>
  )
}
