import type { z } from 'zod'
import type { ReplyOf } from '../../contract/api/define-call.ts'
import type { checkTransformLimit } from '../../contract/api/transform.ts'
import type { config } from '../../contract/api/system.ts'
import type { Notification } from '../../contract/api/notifications.ts'
import type { User } from '../../contract/api/session.ts'

/** When everything happens. */
export const NOW = '2026-11-27T12:00:00.000Z'

export const ONA: User = {
  id: 'ona',
  _id: 'ona',
  username: 'Ona',
  email: 'ona@example.com',
  firstName: null,
  lastName: null,
}

export const JONAS: User = {
  ...ONA,
  id: 'jonas',
  _id: 'jonas',
  username: 'Jonas',
  email: 'jonas@example.com',
}

/** What the operator has announced. */
export const announcement = (title: string, changes: Partial<Notification> = {}): Notification => ({
  id: title,
  _id: title,
  type: 'system_announcement',
  title,
  message: 'Words',
  priority: 'medium',
  isRead: false,
  readAt: null,
  createdAt: NOW,
  actionUrl: null,
  actionRequired: false,
  sender: null,
  data: {},
  ...changes,
})

/** What an instance without online base maps says of itself. */
export const CONFIG: z.input<typeof config.reply> = {
  baseMaps: {
    embedded: { tiles: ['/base/{z}/{x}/{y}.mvt'], tileSize: 512, minZoom: 0, maxZoom: 6, attribution: [] },
    layers: { streets: null, satellite: null, terrain: null, terrainOnly: null, 'esri-satellite': null },
  },
  serverTime: NOW,
  contact: null,
  limits: { maxUploadBytes: 20 * 2 ** 30, transformsPerHour: 0, mapsPerMonth: 0, claimHours: 2 },
}

export const FREE_TO_TRANSFORM: ReplyOf<typeof checkTransformLimit> = {
  canTransform: true,
  remainingAttempts: null,
  minutesRemaining: 0,
  nextAttemptAt: null,
  error: null,
}
