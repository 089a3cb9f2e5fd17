import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import { toast } from '../../../ui/toast-store.ts'
import { importPoints } from '../../../drafts/editor-document.ts'
import { Banner } from '../../parts/banner.tsx'
import { editAtom, pointCountAtom } from '../../model/document-atoms.ts'
import { useDatumText } from '../../parts/datum-text.ts'
import { pointsOfFile } from './embedded-points.ts'

interface EmbeddedPointsBannerProps {
  readonly embedded: MapRecord['embeddedGcps']
  /** The points are in the document. */
  readonly onUsed: () => void
}

/** While a map has no points: offers those that its file carries. Nothing is taken over unasked. */
export function EmbeddedPointsBanner({ embedded, onUsed }: EmbeddedPointsBannerProps) {
  const { t } = useTranslation('editor')
  const hasPoints = useAtomValue(pointCountAtom) > 0
  const edit = useSetAtom(editAtom)
  const datumText = useDatumText()
  const [isDismissed, setDismissed] = useState(false)
  if (!embedded || embedded.points.length === 0 || hasPoints || isDismissed) return null
  const points = pointsOfFile(embedded)
  const datum = embedded.datum && datumText(embedded.datum)
  const count = points.length
  const use = () => {
    const isDone = edit({
      action: (document) => importPoints(document, points, 'replace'),
      label: { action: 'import', count },
    })
    if (!isDone) return
    onUsed()
    toast.success(t('import.done', { count }))
  }
  return (
    <Banner
      tone="blue"
      actions={
        <Button size="xs" onClick={use}>
          {t('embedded.use', { count })}
        </Button>
      }
      onDismiss={() => setDismissed(true)}
    >
      {t(`embedded.${embedded.source}`, { count: embedded.points.length, crs: embedded.crs })} {datum}
    </Banner>
  )
}
