import type { LonLat } from '../recorder/field-log.ts'

/** More at once would only be slow. */
export const MOST_PHOTOS = 200
/** A larger file is no photo of a phone. */
export const MOST_PHOTO_BYTES = 60_000_000

/** What a photo says of where and when it was taken. */
export interface PhotoPlace {
  /** Of the file. */
  readonly name: string
  /** Null: the photo has no position. */
  readonly place: LonLat | null
  readonly timeMs: number
  /** Where the camera looked, degrees clockwise; null: the photo does not say. */
  readonly direction: { readonly degrees: number; readonly isMagnetic: boolean } | null
}

/** What a file gives: a photo, or the reason why it is none that can be read. */
export type PhotoResult = PhotoPlace | { readonly name: string; readonly fault: 'unreadable' | 'tooLarge' }

/** Reads the position, time and direction of one photo (JPEG, HEIC and what else carries EXIF). Nothing is sent anywhere. */
export async function readPhoto(file: File): Promise<PhotoResult> {
  const { name } = file
  if (file.size > MOST_PHOTO_BYTES) return { name, fault: 'tooLarge' }
  try {
    const { default: exifr } = await import('exifr')
    const bytes = await file.arrayBuffer()
    if (!isPicture(new Uint8Array(bytes, 0, Math.min(16, bytes.byteLength))))
      return { name, fault: 'unreadable' }
    const read: unknown = await exifr.parse(bytes, OPTIONS).catch(() => undefined)
    return { name, ...photoPlace(isRecord(read) ? read : {}, file.lastModified) }
  } catch {
    return { name, fault: 'unreadable' }
  }
}

const OPTIONS = {
  ifd1: false,
  interop: false,
  exif: true,
  gps: true,
  // Moments are put together here: the library takes those without a zone for ones of this device.
  reviveValues: false,
  translateValues: false,
}

/** JPEG, PNG, TIFF, WebP, and the family of HEIC and AVIF: what has no EXIF is a photo without a position. */
function isPicture(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head)
  return (
    /^(?:\u00FF\u00D8\u00FF|\u0089PNG|II\*\0|MM\0\*|RIFF....WEBP)/s.test(text) || text.slice(4, 8) === 'ftyp'
  )
}

type Tags = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is Tags => typeof value === 'object' && value !== null

/** @param savedMs when the file was saved: the time of a photo that says none */
export function photoPlace(tags: Tags, savedMs: number): Omit<PhotoPlace, 'name'> {
  const degrees = numberOf(tags['GPSImgDirection'])
  return {
    place: placeOf(tags),
    timeMs: localMs(tags, true) ?? satelliteMs(tags) ?? localMs(tags, false) ?? Math.max(0, savedMs),
    direction:
      degrees === null || degrees < 0 || degrees > 360
        ? null
        : { degrees: Math.round(degrees) % 360, isMagnetic: tags['GPSImgDirectionRef'] === 'M' },
  }
}

function placeOf(tags: Tags): LonLat | null {
  const [lon, lat] = [numberOf(tags['longitude']), numberOf(tags['latitude'])]
  if (lon === null || lat === null || Math.abs(lon) > 180 || Math.abs(lat) > 90) return null
  // Cameras that have not found their place yet write zeros.
  return lon === 0 && lat === 0 ? null : { lon, lat }
}

/** When it was taken by the camera's clock: with its zone, or without one as of this device. */
function localMs(tags: Tags, hasZone: boolean): number | null {
  const moment = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(textOf(tags['DateTimeOriginal']))
  const zone = /^[+-]\d\d:\d\d/.exec(textOf(tags['OffsetTimeOriginal']))?.[0]
  if (!moment || (hasZone && zone === undefined)) return null
  const [, year, month, day, time] = moment
  return msOf(`${year}-${month}-${day}T${time}${hasZone ? zone : ''}`)
}

/** When the satellites were heard last, universal time. */
function satelliteMs(tags: Tags): number | null {
  const day = /^(\d{4}):(\d\d):(\d\d)/.exec(textOf(tags['GPSDateStamp']))
  const time = tags['GPSTimeStamp']
  if (!day || !Array.isArray(time) || time.length !== 3) return null
  const [hours, minutes, seconds] = time.map(numberOf)
  const midnight = msOf(`${day[1]}-${day[2]}-${day[3]}T00:00:00Z`)
  if (midnight === null || hours == null || minutes == null || seconds == null) return null
  return midnight + ((hours * 60 + minutes) * 60 + seconds) * 1_000
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)

function msOf(text: string): number | null {
  const ms = Date.parse(text)
  return Number.isFinite(ms) && ms > 0 ? ms : null
}
