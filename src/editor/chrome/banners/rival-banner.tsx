import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentChoice } from '../../../drafts/document-difference.ts'
import type { EditorDocument } from '../../../drafts/editor-document.ts'
import { committedDocumentAtom } from '../../model/document-atoms.ts'
import { Banner } from '../../parts/banner.tsx'
import type { ComparedMap } from '../dialogs/compare-dialog.tsx'
import { CompareDialog } from '../dialogs/compare-overlay.ts'

interface RivalBannerProps {
  /** What came meanwhile: a publication, or a draft of another device. */
  readonly kind: 'published' | 'device'
  readonly theirs: EditorDocument
  readonly map: ComparedMap
  readonly onChoose: (choice: DocumentChoice) => void
}

/** Tells that the map was published or changed elsewhere while it was changed here, and lets both be compared. */
export function RivalBanner({ kind, theirs, map, onChoose }: RivalBannerProps) {
  const { t } = useTranslation('editor')
  const mine = useAtomValue(committedDocumentAtom)
  const [isComparing, setComparing] = useState(false)
  const count = ({ points }: EditorDocument) => ({ count: points.length })
  return (
    <Banner
      tone="amber"
      actions={
        <Button size="xs" onClick={() => setComparing(true)}>
          {t('compare.open')}
        </Button>
      }
    >
      {t(`banner.${kind}Elsewhere`)}
      {isComparing && (
        <CompareDialog
          map={map}
          title={t(`compare.${kind}Title`)}
          mine={{ name: t('compare.mine', count(mine)), document: mine }}
          theirs={{ name: t(`compare.${kind}`, count(theirs)), document: theirs }}
          onChoose={(choice) => {
            setComparing(false)
            onChoose(choice)
          }}
          onClose={() => setComparing(false)}
        />
      )}
    </Banner>
  )
}
