/** Shapes of the JSON columns. They are written by this server alone, so they are trusted when read. */

import type { DatumTie } from '../../../contract/datum-tie.ts'
import type { MapFields } from '../../../contract/rules/map-fields.ts'

export type StoredDetails = Readonly<Record<string, string | number>>

/** Why a job failed. */
export interface StoredError {
  readonly message: string
  readonly messageKey: string
  readonly details?: StoredDetails
}

export interface StoredWarning {
  readonly code: string
  readonly details?: StoredDetails
}

/** Control points found in the uploaded file: pixels and EPSG:3857 metres. */
export interface StoredGcps {
  readonly source: 'gcps' | 'georeferencing'
  readonly crs: string
  /** Absent in maps of earlier releases. */
  readonly datum?: DatumTie
  readonly points: readonly {
    readonly image: readonly [number, number]
    readonly map: readonly [number, number]
  }[]
}

/** Metadata that whoever works on a map proposes: the fields that are to differ from those of the map. */
export type Proposal = Partial<Omit<MapFields, 'isPublic'>>

/** What the map was at a claim of an earlier release, under which the map itself was changed. */
export interface MapSnapshot {
  readonly fields: MapFields
  readonly currentVersionId: string | null
}
