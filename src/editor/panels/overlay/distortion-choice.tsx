import { Radio, Stack } from '@mantine/core'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { distortionOfAtom } from '../../model/view-atoms.ts'

const NONE = 'none'

/** Whether the map shows how much the warp changes areas or angles. */
export function DistortionChoice() {
  const { t } = useTranslation('editor')
  const [of, setOf] = useAtom(distortionOfAtom)
  return (
    <Radio.Group
      label={t('distortion.title')}
      description={t('distortion.hint')}
      value={of ?? NONE}
      onChange={(value) => setOf(value === 'area' || value === 'angle' ? value : null)}
    >
      <Stack gap={6} mt={6}>
        {([NONE, 'area', 'angle'] as const).map((value) => (
          <Radio key={value} value={value} label={t(`distortion.${value}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
