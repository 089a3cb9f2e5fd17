import type { GeolocationPlugin, Position } from '@capacitor/geolocation'
import type { PositionSource } from './device.ts'

type Plugin = Pick<
  GeolocationPlugin,
  'watchPosition' | 'getCurrentPosition' | 'clearWatch' | 'requestPermissions'
>

const PERMISSION_DENIED = 1
const POSITION_UNAVAILABLE = 2
const TIMEOUT = 3

/** The plugin's codes: the user has said no, or whoever looks after the phone has. */
const DENIED = new Set(['OS-PLUG-GLOC-0003', 'OS-PLUG-GLOC-0008'])
const TIMED_OUT = new Set(['OS-PLUG-GLOC-0010'])
/** The phone is without Google's services, which the plugin asks on Android; its web view knows the position as well. */
const NO_SERVICES = new Set(['OS-PLUG-GLOC-0014', 'OS-PLUG-GLOC-0015'])

/**
 * The plugin's positions in the form of the browser's. The permission is asked for by the system when the first one is
 * wanted. `web` stands in on phones where the plugin cannot work.
 */
export function nativePositions(plugin: Plugin, web: PositionSource | undefined): PositionSource {
  /** What ends each watch, by the number that its asker was given. */
  const watches = new Map<number, () => void>()
  let given = 0

  return {
    watchPosition(tell, fail, options) {
      const id = (given += 1)
      let isOver = false
      let end: () => void = () => undefined
      watches.set(id, () => {
        isOver = true
        end()
      })
      const failed = (error: unknown) => {
        if (isOver) return
        if (!NO_SERVICES.has(codeOf(error)) || !web) return fail?.(browserError(error))
        end()
        const webId = web.watchPosition(tell, fail, options)
        end = () => web.clearWatch(webId)
      }
      const begin = async () => {
        await allow(plugin)
        if (isOver) return
        const pluginId = await plugin.watchPosition({ ...options }, (position, error) => {
          if (isOver) return
          if (position) tell(browserPosition(position))
          else failed(error)
        })
        const clear = () => void plugin.clearWatch({ id: pluginId }).catch(() => undefined)
        if (isOver) clear()
        else end = clear
      }
      begin().catch(failed)
      return id
    },
    getCurrentPosition(tell, fail, options) {
      const ask = async () => {
        await allow(plugin)
        return browserPosition(await plugin.getCurrentPosition({ ...options }))
      }
      ask().then(tell, (error: unknown) =>
        NO_SERVICES.has(codeOf(error)) && web
          ? web.getCurrentPosition(tell, fail, options)
          : fail?.(browserError(error)),
      )
    },
    clearWatch(id) {
      watches.get(id)?.()
      watches.delete(id)
    },
  }
}

/** A coarse position is better than none: only where both are refused it is a refusal. */
async function allow(plugin: Plugin): Promise<void> {
  const { location, coarseLocation } = await plugin.requestPermissions({ permissions: ['location'] })
  if (location !== 'granted' && coarseLocation !== 'granted')
    throw Object.assign(new Error('the user has refused the position'), { code: 'OS-PLUG-GLOC-0003' })
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : ''
}

function browserError(error: unknown): GeolocationPositionError {
  const code = codeOf(error)
  return {
    code: DENIED.has(code) ? PERMISSION_DENIED : TIMED_OUT.has(code) ? TIMEOUT : POSITION_UNAVAILABLE,
    message: error instanceof Error ? error.message : code,
    PERMISSION_DENIED,
    POSITION_UNAVAILABLE,
    TIMEOUT,
  }
}

function browserPosition({ timestamp, coords }: Position): GeolocationPosition {
  const { latitude, longitude, accuracy, altitude, altitudeAccuracy = null, speed, heading } = coords
  // A device that stands still has no direction of travel; the plugin may say a negative one.
  const known = heading !== null && heading >= 0 ? heading : null
  const here = { latitude, longitude, accuracy, altitude, altitudeAccuracy, speed, heading: known }
  return {
    timestamp,
    coords: { ...here, toJSON: () => here },
    toJSON: () => ({ timestamp, coords: here }),
  }
}
