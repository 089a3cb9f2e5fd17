import { KeepAwake } from '@capacitor-community/keep-awake'
import { Directory, Filesystem } from '@capacitor/filesystem'
import { Geolocation } from '@capacitor/geolocation'
import { Share } from '@capacitor/share'
import type { NativeDevice } from './device.ts'
import { nativePositions } from './native-positions.ts'

/** What is given away lies here until the system clears its cache. */
const GIVEN_FOLDER = 'given'

/**
 * What phones can do in the native wrapper, by its plugins. How the phone is turned is left to the web view, which hears
 * it itself: the plugin for it hands on the same events without their north.
 */
export function nativeDevice(): NativeDevice {
  return {
    geolocation: nativePositions(Geolocation, navigator.geolocation),
    keepScreenLit: () => {
      const isKept = KeepAwake.keepAwake().catch(() => undefined)
      return () => void isKept.then(() => KeepAwake.allowSleep()).catch(() => undefined)
    },
    shareLink: (link) => shared({ url: link }),
    // A web view saves no downloads: the file is written, and the user says who gets it.
    giveFile: async (name, content) => {
      const { uri } = await Filesystem.writeFile({
        path: `${GIVEN_FOLDER}/${name}`,
        data: await base64Of(content),
        directory: Directory.Cache,
        recursive: true,
      })
      await shared({ title: name, files: [uri] })
    },
  }
}

/** Asks the user with whom. */
async function shared(what: Parameters<typeof Share.share>[0]): Promise<'shared' | 'cancelled'> {
  try {
    await Share.share(what)
    return 'shared'
  } catch (error) {
    // Both systems say so, and nothing else, when nobody was chosen.
    if (error instanceof Error && /cancel/i.test(error.message)) return 'cancelled'
    throw error
  }
}

async function base64Of(content: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () =>
      reject(new Error('the file could not be read', { cause: reader.error })),
    )
    reader.readAsDataURL(content)
  })
  return url.slice(url.indexOf(',') + 1)
}
