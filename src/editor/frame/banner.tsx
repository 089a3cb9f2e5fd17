import { Alert, Group } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface BannerProps {
  readonly tone: 'amber' | 'blue' | 'red'
  readonly children: ReactNode
  readonly actions?: ReactNode
  /** Absent: it cannot be dismissed. */
  readonly onDismiss?: () => void
}

const COLOURS = { amber: 'amber', blue: 'ultramarine', red: 'red' } as const

/** A line above the panes that says what holds for this map. */
export function Banner({ tone, children, actions, onDismiss }: BannerProps) {
  const { t } = useTranslation('editor')
  return (
    <Alert
      role="status"
      color={COLOURS[tone]}
      radius={0}
      py={6}
      px="md"
      icon={tone === 'blue' ? <IconInfoCircle aria-hidden /> : <IconAlertTriangle aria-hidden />}
      withCloseButton={onDismiss !== undefined}
      closeButtonLabel={t('banner.dismiss')}
      {...(onDismiss && { onClose: onDismiss })}
    >
      <Group justify="space-between" gap="sm">
        <span>{children}</span>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
    </Alert>
  )
}
