import { customType } from 'drizzle-orm/pg-core'
import type { Corners } from '../../../contract/api/map-record.ts'

/** PostgreSQL's `box`, in EPSG:3857 metres; a GiST index answers which boxes meet another. */
export const box = customType<{ data: Corners; driverData: string }>({
  dataType: () => 'box',
  toDriver: ({ minX, minY, maxX, maxY }) => `((${minX},${minY}),(${maxX},${maxY}))`,
  fromDriver: (text) => {
    const [maxX = NaN, maxY = NaN, minX = NaN, minY = NaN] = text.replace(/[()]/g, '').split(',').map(Number)
    return { minX, minY, maxX, maxY }
  },
})

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** PostgreSQL's `polygon`, in EPSG:3857 metres; only the database looks at it. */
export const polygon = customType<{ data: string }>({ dataType: () => 'polygon' })

/** PostgreSQL's number of a transaction; it never wraps around. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })
