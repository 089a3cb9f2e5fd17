import { Button, TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isSystemKind } from '../../../contract/archive-systems.ts'
import type { Corners } from '../../../contract/api/map-record.ts'
import {
  type OutputSystemResult,
  outputSystemOf,
} from '../../../gcp-files/reference-systems/output-system.ts'
import { systemOfText } from '../../../gcp-files/reference-systems/system-of-text.ts'
import { proposedSystems } from './proposed-systems.ts'
import classes from './system-field.module.css'

/** What a coordinate system is chosen for: files of pixels cannot count south or west, lists of points can. */
export type SystemUse = 'pixels' | 'points'

/** What is known of a number; `retry` looks it up again where the list of systems could not be fetched. */
export type NumberedSystem =
  | OutputSystemResult
  | { readonly ok: false; readonly fault: 'unreachable'; readonly retry: () => void }

/** The coordinate system of an EPSG number; undefined while the number is not whole, or it is being looked up. */
export function useNumberedSystem(number: string, use: SystemUse): NumberedSystem | undefined {
  const { data, isError, refetch } = useQuery({
    queryKey: ['numbered-system', use, number],
    queryFn: () => (use === 'pixels' ? outputSystemOf : systemOfText)(`EPSG:${number}`),
    enabled: isSystemKind(`epsg-${number}`),
    staleTime: Infinity,
    // Without a connection it fails and says so: the list may lie in the browser's own cache.
    networkMode: 'always',
  })
  return isError ? { ok: false, fault: 'unreachable', retry: () => void refetch() } : data
}

interface SystemFieldProps {
  /** Of what is to be written. */
  readonly corners: Corners
  readonly number: string
  readonly onNumberChange: (number: string) => void
  /** Of {@link useNumberedSystem}. */
  readonly found: NumberedSystem | undefined
  /** What is to be written has no place in the system. */
  readonly isOutside?: boolean
}

/** A coordinate system: one that suits a map, or any by its number. */
export function SystemField({ corners, number, onNumberChange, found, isOutside }: SystemFieldProps) {
  const { t } = useTranslation(['downloads', 'common'])
  const proposed = useQuery({
    queryKey: ['proposed-systems', corners],
    queryFn: () => proposedSystems(corners),
    staleTime: Infinity,
    networkMode: 'always',
  })
  const retry = () => {
    if (found?.ok === false && found.fault === 'unreachable') found.retry()
    if (proposed.isError) void proposed.refetch()
  }
  const fault = found?.ok === false ? found.fault : isOutside ? ('outside' as const) : null
  return (
    <>
      <TextInput
        label={t('systems.number')}
        description={found?.ok ? found.system.name : t('systems.hint')}
        error={fault && t(`systems.${fault}`)}
        inputMode="numeric"
        maxLength={5}
        value={number}
        onChange={({ currentTarget }) => onNumberChange(currentTarget.value.replace(/\D/g, ''))}
      />
      {found?.ok === false && found.fault === 'unreachable' && (
        <Button variant="default" size="compact-sm" w="fit-content" onClick={retry}>
          {t('common:action.retry')}
        </Button>
      )}
      <div className={classes.systems}>
        {proposed.data?.map(({ code, name }) => (
          <Button
            key={code}
            variant="default"
            size="compact-sm"
            aria-pressed={number === String(code)}
            onClick={() => onNumberChange(String(code))}
          >
            {name}
          </Button>
        ))}
      </div>
    </>
  )
}
