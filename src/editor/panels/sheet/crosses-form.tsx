import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFaultText } from '../place-entry/place-texts.ts'
import { ModeField, PlaceButtons, type PlacePairs } from './place-fields.tsx'
import { readCrosses } from '../../model/sheet/read-crosses.ts'
import { codeOf, meridianOf, sheetReckoningAtom } from '../../model/sheet/sheet-reckoning.ts'
import { changeSheetAtom, type SheetForm, startPicking } from '../../model/sheet/sheet-state.ts'
import { SystemFields } from './system-fields.tsx'
import { useToldCorners } from './use-told-corners.ts'

interface CrossesFormProps {
  readonly form: SheetForm
  readonly place: PlacePairs
  readonly onClose: () => void
}

/** Crosses of the printed graticule: their coordinates are typed, then each is picked on the scan. */
export function CrossesForm({ form, place, onClose }: CrossesFormProps) {
  const { t } = useTranslation(['editor', 'sheet'])
  const store = useStore()
  const change = useSetAtom(changeSheetAtom)
  const reckoning = useAtomValue(sheetReckoningAtom)
  const { system } = useToldCorners(form.texts, reckoning)
  const faultText = useFaultText()
  const read = useCrosses(form.crosses)
  const crosses = read?.crosses ?? []
  const picks = form.picked.crosses
  const isPicked = crosses.length > 0 && picks.length === crosses.length
  const [fault] = read?.faults ?? []
  const error =
    read === null
      ? t('sheet:told.failed')
      : fault &&
        t('sheet:crossFault', {
          line: fault.line,
          fault: fault.fault === 'name' ? t('sheet:crossName') : faultText({ code: fault.fault }),
        })
  return (
    <Stack>
      <SystemFields system={system} />
      <Textarea
        label={t('sheet:crosses')}
        description={t('sheet:crossesHint')}
        placeholder={'48°50′ N 9°55′ E\n48°50′ N 10°00′ E'}
        autosize
        minRows={4}
        maxRows={10}
        maxLength={4000}
        spellCheck={false}
        value={form.crosses}
        error={error}
        // Other places are to be picked anew.
        onChange={({ currentTarget: { value } }) =>
          change({ crosses: value, picked: { ...form.picked, crosses: [] } })
        }
      />
      <Text size="sm" role="status" mih={20}>
        {crosses.length > 0 &&
          t(isPicked ? 'sheet:crossesPicked' : 'sheet:crossesRead', { count: crosses.length })}
      </Text>
      <Button
        variant={isPicked ? 'default' : 'filled'}
        disabled={crosses.length === 0 || fault !== undefined}
        onClick={() =>
          startPicking(
            store,
            'crosses',
            crosses.map(({ label }) => label),
          )
        }
      >
        {t(isPicked ? 'sheet:picked.again' : 'sheet:picked.crosses')}
      </Button>
      <ModeField form={form} />
      <PlaceButtons
        count={crosses.length}
        onClose={onClose}
        onPlace={
          isPicked
            ? () =>
                place(
                  crosses.map(({ label, map }, index) => ({
                    image: picks[index] ?? [0, 0],
                    map,
                    enabled: true,
                    note: label,
                  })),
                )
            : null
        }
      />
    </Stack>
  )
}

type ReadCrosses = Awaited<ReturnType<typeof readCrosses>>

/** What the lines say; undefined: not read yet, null: it could not be read. */
function useCrosses(text: string): ReadCrosses | null | undefined {
  const reckoning = useAtomValue(sheetReckoningAtom)
  const [read, setRead] = useState<ReadCrosses | null>()
  useEffect(() => {
    let isCurrent = true
    const told = { grid: codeOf(reckoning) ?? null, meridian: meridianOf(reckoning) }
    const show = (found: ReadCrosses | null) => {
      if (isCurrent) setRead(found)
    }
    readCrosses(text, told).then(show, () => show(null))
    return () => {
      isCurrent = false
    }
  }, [text, reckoning])
  return read
}
