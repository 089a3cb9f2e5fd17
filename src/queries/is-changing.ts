import type { MapRecord } from '../../contract/api/map-record.ts'

type Jobs = Pick<MapRecord, 'processing'> & Partial<Pick<MapRecord, 'transformJob'>>

/** Whether a map changes by itself: its scan is being fetched or prepared, or a transform runs. */
export function isChanging({ processing, transformJob }: Jobs): boolean {
  return (
    processing.state === 'fetching' ||
    processing.state === 'queued' ||
    processing.state === 'converting' ||
    transformJob?.state === 'queued' ||
    transformJob?.state === 'running'
  )
}
