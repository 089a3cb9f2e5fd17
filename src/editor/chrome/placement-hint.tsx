import { Button, Paper, Text } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { placeEntryAtom } from '../model/place-entry/open-place-entry.ts'
import { halfPairAtom } from '../model/tool-atoms.ts'
import { isPairExplainedAtom, isTutorialAtom, shownSideAtom } from '../model/view-atoms.ts'
import { useTools } from '../tools/use-tools.ts'
import classes from './placement-hint.module.css'

/** What the next click does while a pair is being placed. */
export function PlacementHint({ hasPeek }: { readonly hasPeek: boolean }) {
  const { t } = useTranslation('editor')
  const send = useTools()
  const half = useAtomValue(halfPairAtom)
  // The field says what it is for, and would lie beneath.
  const isTyping = useAtomValue(placeEntryAtom) !== null
  const isTutorial = useAtomValue(isTutorialAtom)
  // The introduction leads from the scan to the map: what was begun on the map it does not explain.
  const isExplained = useAtomValue(isPairExplainedAtom) && half?.kind === 'imageSet'
  const shownSide = useAtomValue(shownSideAtom)
  const isMarkedElsewhere = half !== null && (half.kind === 'imageSet' ? 'scan' : 'map') !== shownSide
  const hint =
    half &&
    (hasPeek && isMarkedElsewhere
      ? t('placement.byThumb')
      : t(half.kind === 'imageSet' && half.expected ? 'placement.expected' : `placement.${half.kind}`))
  return (
    <div className={classes['hint']} role="status" data-lower={isTutorial || undefined}>
      {half && !isTyping && !isExplained && (
        <Paper className={classes['card'] ?? ''} withBorder>
          <Text size="sm">{hint}</Text>
          {half.kind === 'imageSet' && half.expected && (
            <Button size="compact-sm" onClick={() => send({ type: 'expectedTaken' })}>
              {t('placement.takeExpected')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => send({ type: 'placingCancelled' })}
          >
            {t('placement.cancel')}
          </Button>
        </Paper>
      )}
    </div>
  )
}
