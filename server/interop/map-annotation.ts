import type { Transformation } from '../../contract/api/map-record.ts'
import type { GcpFilePoint } from '../../gcp-files/gcp-file.ts'
import { fileLonLats } from '../../gcp-files/longitudes.ts'
import type { AnnotatedMap } from '../../gcp-files/write-annotation.ts'
import type { InteropAddresses } from './addresses.ts'

/** The pairs of a transformation as files hold them, in longitude and latitude, notes and origins included. */
export function filePointsOf({
  mapPoints,
  imagePoints,
  disabled,
  notes,
  proposed,
}: Transformation): readonly GcpFilePoint[] {
  const places = fileLonLats(mapPoints)
  return places.flatMap((ground, index) => {
    const pixel = imagePoints[index]
    if (!pixel) return []
    const note = notes[String(index)]
    const origin = proposed?.[String(index)]
    return [
      {
        image: [pixel.pixelX, pixel.pixelY] as const,
        ground,
        enabled: !disabled.includes(index),
        ...(note !== undefined && { note }),
        ...(origin && { proposed: origin }),
      },
    ]
  })
}

/** A map and what it was placed with. */
export interface PlacedScan {
  readonly id: string
  readonly title: string
  readonly width: number
  readonly height: number
  readonly transformation: Transformation
  readonly placedAt: Date
  /** The map by which its scan is named; absent: by itself. */
  readonly scanOf?: string
}

/** What the annotation of a placed map says. */
export function annotatedMap(scan: PlacedScan, addresses: InteropAddresses): AnnotatedMap {
  const { id, title, width, height, transformation, placedAt, scanOf = id } = scan
  return {
    address: addresses.annotation(id),
    image: addresses.image(scanOf),
    width,
    height,
    points: filePointsOf(transformation),
    transformationType: transformation.transformationType,
    ...(transformation.projection !== undefined && { projection: transformation.projection }),
    mask: transformation.mask ?? [],
    created: placedAt.toISOString(),
    partOf: [
      {
        id: addresses.canvas(scanOf),
        type: 'Canvas',
        label: { none: [title] },
        partOf: [{ id: addresses.manifest(scanOf), type: 'Manifest', label: { none: [title] } }],
      },
    ],
  }
}
