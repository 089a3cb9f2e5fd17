import { Button, Paper, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconMapPin } from '@tabler/icons-react'
import { useAtomValue, useStore } from 'jotai'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import { PlaceSearch } from '../../../places/place-search.tsx'
import { beginsByPairsAtom } from '../../model/first-way.ts'
import { isLocalAtom } from '../../model/local-map.ts'
import { shortName } from '../../model/guess-places.ts'
import { panesAtom } from '../../model/tool-atoms.ts'
import { shownSideAtom } from '../../model/view-atoms.ts'
import { openPropose } from '../../tools/propose-steps.ts'
import { useLayAtPlace } from '../../tools/use-start-lay.ts'
import classes from './place-card.module.css'
import { useGuesses } from './use-guesses.ts'
import { useIsPhone } from '../../../ui/use-is-mobile.ts'

export interface PlaceCardProps {
  readonly record: MapRecord
  /** Points are to be read from a file. */
  readonly onImport: () => void
}

const CHEVRON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** Asks where a map is that has no points yet: the scan is then laid there. Leads to the other ways as well. */
export function PlaceCard({ record, onImport }: PlaceCardProps) {
  const isPhone = useIsPhone()
  const { t } = useTranslation('guide')
  const store = useStore()
  const layAt = useLayAtPlace()
  const isLocal = useAtomValue(isLocalAtom)
  const guesses = useGuesses(record, !isLocal)
  // A keyboard that covers half of a phone comes when it is asked for.
  const [takesFocus] = useState(() => !isPhone && isNothingUsed())
  // What is typed has a list of its own.
  const [isTyped, setTyped] = useState(false)
  const [areOthersShown, setOthersShown] = useState(false)
  const others = useId()
  const byPairs = () => {
    store.set(beginsByPairsAtom, true)
    store.set(shownSideAtom, 'scan')
    // Where the first of a pair is pressed.
    store.get(panesAtom).scan.current?.focus()
  }
  return (
    <div className={classes['frame']} data-place-card>
      <Paper component="section" className={classes['card'] ?? ''} withBorder aria-labelledby="place-card">
        <Title order={2} size="h4" id="place-card">
          {t('place.title')}
        </Title>
        {!isPhone && <Text size="sm">{t(isLocal ? 'place.localText' : 'place.text')}</Text>}
        <PlaceSearch
          hasBoundaries={false}
          takesFocus={takesFocus}
          // Names are not asked for elsewhere.
          coordinates={
            isLocal
              ? { label: t('place.localLabel'), example: '54.69, 25.28', failed: t('place.localFailed') }
              : undefined
          }
          onPick={layAt}
          onClear={() => undefined}
          onText={(text) => setTyped(text.trim() !== '')}
        />
        {guesses.length > 0 && !isTyped && (
          <div className={classes['guesses']} role="group" aria-label={t('place.guesses')}>
            {guesses.map((place, at) => (
              <Button
                key={place.point.join(' ')}
                size="compact-md"
                mih={isPhone ? 44 : undefined}
                variant={at === 0 ? 'filled' : 'default'}
                leftSection={<IconMapPin size={16} stroke={1.75} aria-hidden />}
                title={place.name}
                onClick={() => layAt(place)}
              >
                {place.name === record.sheetBounds
                  ? t('place.layAtSides')
                  : t('place.layAt', { place: shortName(place.name) })}
              </Button>
            ))}
          </div>
        )}
        <VisuallyHidden role="status">
          {guesses.length > 0 &&
            t('place.guessed', { places: guesses.map(({ name }) => shortName(name)).join(', ') })}
        </VisuallyHidden>
        <Button
          className={classes['unfold'] ?? ''}
          size="compact-sm"
          mih={isPhone ? 44 : undefined}
          variant="subtle"
          aria-expanded={areOthersShown}
          aria-controls={others}
          rightSection={areOthersShown ? <IconChevronUp {...CHEVRON} /> : <IconChevronDown {...CHEVRON} />}
          onClick={() => setOthersShown(!areOthersShown)}
        >
          {t('place.others')}
        </Button>
        <div className={classes['others']} id={others} hidden={!areOthersShown}>
          <Button size="compact-sm" mih={isPhone ? 44 : undefined} variant="subtle" onClick={byPairs}>
            {t('place.pairs')}
          </Button>
          {!isLocal && (
            <Button
              size="compact-sm"
              mih={isPhone ? 44 : undefined}
              variant="subtle"
              onClick={() => openPropose(store)}
            >
              {/* Two ways share a row of a phone, whose middle stays free. */}
              {t(isPhone ? 'place.namesShort' : 'place.names')}
            </Button>
          )}
          <Button size="compact-sm" mih={isPhone ? 44 : undefined} variant="subtle" onClick={onImport}>
            {t('place.file')}
          </Button>
        </div>
      </Paper>
    </div>
  )
}

/** The page was opened and nothing in it was used: at most the scan has the focus, which it is given at first. */
function isNothingUsed(): boolean {
  const holder = document.activeElement
  return (
    holder === null ||
    holder === document.body ||
    holder.id === 'content' ||
    holder.closest('[data-pane="scan"]') !== null
  )
}
