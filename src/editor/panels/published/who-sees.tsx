import { Button, Radio, Stack, Text } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import { errorText } from '../../../api/api-error.ts'
import { usePublicPage } from '../../../map-record/use-public-page.ts'
import { useSwitchPublic } from '../../../queries/map-queries.ts'
import { usePermissions } from '../../../session/permissions.ts'

/** Who may see the map, chosen by its owner, and the link to hand on. */
export function WhoSees({ map }: { readonly map: MapRecord }) {
  const { t } = useTranslation(['published', 'maps'])
  const { canTogglePublic, isAssigned } = usePermissions(map)
  const { mutate, isPending, error } = useSwitchPublic(map.id)
  const page = usePublicPage(map.id)
  return (
    <Stack gap={8}>
      <Radio.Group
        label={t('who')}
        value={map.isPublic ? 'everyone' : 'owner'}
        onChange={(value) => {
          if (!isPending) mutate(value === 'everyone')
        }}
      >
        <Stack gap={6} mt={6}>
          {(['owner', 'everyone'] as const).map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`audience.${value}`)}
              description={t(`audience.${value}Text`)}
              // While somebody works on the map its card asks first: made private, it ends their claim.
              disabled={!canTogglePublic || isAssigned}
            />
          ))}
        </Stack>
      </Radio.Group>
      {error && (
        <Text size="sm" c="red" role="alert">
          {errorText(error)}
        </Text>
      )}
      {map.isPublic && (
        <Button
          size="sm"
          className="touch-target"
          leftSection={<IconLink size={18} stroke={1.75} aria-hidden />}
          onClick={page.copy.run}
        >
          {t('copy')}
        </Button>
      )}
    </Stack>
  )
}
