import type { MapArchiveKind } from '../../contract/api/map-archive.ts'

/**
 * Keys of the files of maps in `MapFiles`; rows of the database hold some of them. The scan lies in the folder of its own
 * id (`maps.scan_id`), which is that of the first map that was made of it, overlays in the folder of their map.
 */

/** What all keys of maps begin with. */
export const MAPS_FOLDER = 'maps/'

/** Path of the pyramid within the folder of a scan. */
export const PYRAMID_PATH = 'converted/converted.tif'

/** Folders of what belongs to a scan and not to a map. */
const SCAN_FOLDERS = ['original', 'converted', 'thumbnails']

/** Whether a key is that of a scan's file, which all maps of the scan need. */
export const isScanKey = (key: string): boolean => SCAN_FOLDERS.includes(key.split('/')[2] ?? '')

/** What all keys of one map, or of a scan, begin with; ends with `/`. */
export const mapFolder = (mapId: string): string => `${MAPS_FOLDER}${mapId}/`

/** Key of a file by its path within the folder of its map or scan (`thumbnails/small-300.webp`). */
export const mapFileKey = (mapId: string, path: string): string => `${mapFolder(mapId)}${path}`

/** Key of the scan as it was uploaded. */
export const originalKey = (mapId: string, extension: string): string =>
  mapFileKey(mapId, `original/scan.${extension}`)

/** Key of a scan that has taken the place of one that could not be read. */
export const replacedKey = (mapId: string, uploadId: string, extension: string): string =>
  mapFileKey(mapId, `original/${uploadId}.${extension}`)

/** Key of the tiled pyramid that the conversion makes of the scan. */
export const pyramidKey = (scanId: string): string => mapFileKey(scanId, PYRAMID_PATH)

/** Key of a published overlay. */
export const overlayKey = (mapId: string, versionId: string): string =>
  mapFileKey(mapId, `transformed/${versionId}.tif`)

/** Key of a published overlay as another file. */
export const mapArchiveKey = (mapId: string, kind: MapArchiveKind, archiveId: string): string =>
  mapFileKey(mapId, kind === 'pmtiles' ? `tiles/${archiveId}.pmtiles` : `${kind}/${archiveId}.tif`)
