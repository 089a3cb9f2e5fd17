import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Comparison } from '../../map/compare/comparison-kinds.ts'
import { ALL_BENEATH, BASE_MAP, type ComparedPair } from '../model/compared-pair.ts'
import { shownName } from '../model/shown-name.ts'
import classes from './shown-panel.module.css'
import type { ShownMap } from '../session/use-shown-maps.ts'

interface ComparedChoiceProps {
  readonly comparison: Comparison
  /** From bottom to top. */
  readonly maps: readonly ShownMap[]
  readonly pair: ComparedPair
  /** Which of the two is seen now, where they come and go in turn. */
  readonly seen: keyof ComparedPair | null
  readonly onChoose: (part: keyof ComparedPair, id: string) => void
}

/** Which two are compared: any map, with another one, the base map or all that lies beneath. */
export function ComparedChoice({ comparison, maps, pair, seen, onChoose }: ComparedChoiceProps) {
  const { t } = useTranslation('viewer')
  const named = maps.toReversed().map((map) => ({ value: map.id, label: shownName(t, map) }))
  const others = [
    { value: ALL_BENEATH, label: t('page.compare.beneath') },
    { value: BASE_MAP, label: t('page.compare.base') },
  ]
  return (
    <div className={classes.compared}>
      {(['first', 'second'] as const).map((part) => (
        <NativeSelect
          key={part}
          wrapperProps={{ 'data-seen': seen === part }}
          label={t(`page.compare.${part}.${comparison}`)}
          size="xs"
          value={pair[part]}
          data={part === 'first' ? named : [...others, ...named]}
          onChange={(event) => onChoose(part, event.currentTarget.value)}
        />
      ))}
    </div>
  )
}
