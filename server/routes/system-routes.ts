import { MAX_UPLOAD_BYTES } from '../../contract/constants.ts'
import type { BaseMaps } from '../../contract/base-map.ts'
import {
  config,
  healthCheck,
  instanceFigures,
  liveness,
  navigationCounts,
} from '../../contract/api/system.ts'
import type { Database } from '../db/database.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { countBadges, requireDatabase } from '../services/operation/health.ts'
import { openInstanceFigures } from '../services/operation/instance-figures.ts'
import { addCall } from './add-call.ts'

export interface SystemDeps {
  readonly db: Database
  readonly baseMaps: BaseMaps
  readonly contact: string | undefined
  readonly outside: { readonly hosts: readonly string[] }
  readonly transformsPerHour: number
  readonly mapsPerMonth: number
  readonly claimHours: number
  readonly geocoderUrl: string | undefined
}

/** Health, configuration, figures, badges. */
export function addSystemRoutes(
  app: ApiServer,
  { db, baseMaps, contact, outside, transformsPerHour, mapsPerMonth, claimHours, geocoderUrl }: SystemDeps,
): void {
  const countInstance = openInstanceFigures(db)
  addCall(app, healthCheck, async () => {
    await requireDatabase(db)
    return { status: 'ok' as const, serverTime: new Date().toISOString() }
  })
  addCall(app, liveness, () => Promise.resolve({ status: 'ok' as const }))
  addCall(app, config, async () => ({
    baseMaps,
    serverTime: new Date().toISOString(),
    contact: contact ?? null,
    searchesOutside: geocoderUrl !== undefined,
    outsideHosts: [...outside.hosts],
    limits: { maxUploadBytes: MAX_UPLOAD_BYTES, transformsPerHour, mapsPerMonth, claimHours },
  }))
  addCall(app, instanceFigures, async () => ({ figures: await countInstance() }))
  addCall(app, navigationCounts, ({ session }) => countBadges(db, session.user.id))
}
