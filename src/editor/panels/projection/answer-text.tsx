import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatPixels } from '../../../ui/number-format.ts'
import type { ProjectionAnswer } from '../../model/find-projection.ts'

/** What was found, in words. */
export function AnswerText({ answer }: { readonly answer: ProjectionAnswer }) {
  const { t, i18n } = useTranslation('projection')
  const px = (value: number) => formatPixels(value, i18n.language)
  if (answer.kind === 'tooFew') return <Text size="sm">{t('tooFew', { needed: answer.needed })}</Text>
  if (answer.kind === 'noGain') return <Text size="sm">{t('noGain', { px: px(answer.standardPx) })}</Text>
  const { projection, px: own, standardPx } = answer
  return (
    <Text size="sm">
      {t('better', {
        name: t(`kind.${projection.kind}`),
        centre: t(projection.lon < 0 ? 'west' : 'east', { degrees: Math.abs(projection.lon) }),
        px: px(own),
        standardPx: px(standardPx),
      })}
    </Text>
  )
}
