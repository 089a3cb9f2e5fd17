import { Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconDeviceFloppy, IconWorldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** How safe the work is: `clean` = nothing to lose, `published` = the overlay is what the points say, `failed` = this browser refuses to keep a draft. */
export type SaveState = 'clean' | 'saving' | 'saved' | 'failed' | 'published'

const ICONS = {
  clean: IconCheck,
  saving: IconDeviceFloppy,
  saved: IconCheck,
  failed: IconAlertTriangle,
  published: IconWorldCheck,
}

/** The small word beside the title. A phone shows the icon only, unless something is wrong. */
export function SaveStateLabel({
  state,
  isCompact,
}: {
  readonly state: SaveState
  readonly isCompact: boolean
}) {
  const { t } = useTranslation('editor')
  const Glyph = ICONS[state]
  if (state === 'clean') return null
  const text = t(`save.${state}`)
  const isShort = isCompact || state === 'failed'
  return (
    <Text size="xs" c={state === 'failed' ? 'red' : 'dimmed'} component="span" title={text}>
      <Glyph size={14} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
      {isShort ? <VisuallyHidden>{text}</VisuallyHidden> : text}
    </Text>
  )
}
