import type { MapRecord } from '../../../contract/api/map-record.ts'

/** Whether the record changes by itself: its scan is being prepared, or a transform runs. */
export function isChanging(record: Pick<MapRecord, 'processing' | 'transformJob'> | undefined): boolean {
  if (!record) return false
  const { processing, transformJob } = record
  return (
    processing.state === 'queued' ||
    processing.state === 'converting' ||
    transformJob?.state === 'queued' ||
    transformJob?.state === 'running'
  )
}
