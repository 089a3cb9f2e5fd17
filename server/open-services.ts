import type { FastifyBaseLogger } from 'fastify'
import type { BaseMaps } from '../contract/base-map.ts'
import type { Instance } from './instance.ts'
import { embeddedGazetteer } from './places/embedded-gazetteer.ts'
import { backgroundWork } from './services/accounts/background-work.ts'
import { MapDownloads } from './services/downloads/map-downloads.ts'
import { openFind } from './services/find/open-find.ts'
import { IiifImages } from './services/interop/iiif-images.ts'
import { PointProposer } from './services/lettering/point-proposer.ts'
import { MapPictures } from './services/maps/pages/map-pictures.ts'
import { PlacementErrors } from './services/maps/record/placement-error.ts'
import { MapTiles } from './services/tiles/map-tiles.ts'
import { openFits } from './services/transform/fits.ts'
import type { Settings } from './settings.ts'

export interface ServicesOptions {
  readonly settings: Settings
  readonly baseMaps: BaseMaps
  /** Aborts when the process stops. */
  readonly stopping: AbortSignal
  readonly log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * Everything that routes work with in this process: settings, instance, and the services that have threads, queues or
 * caches of their own. Each route names the part that it needs.
 */
export type Services = ReturnType<typeof openServices>

export function openServices(instance: Instance, { settings, baseMaps, stopping, log }: ServicesOptions) {
  const { db, files, signer, hub, locks, uploadFolder } = instance
  const fits = openFits(stopping)
  const tiles = new MapTiles({ db, files, signer, stopping })
  const gazetteer = embeddedGazetteer(db, stopping)
  const proposer = new PointProposer()
  const background = backgroundWork((error) => log.error({ err: error }, 'work beside an answer failed'))
  return {
    ...settings,
    baseMaps,
    db,
    files,
    signer,
    hub,
    locks,
    uploadFolder,
    stopping,
    fits,
    tiles,
    gazetteer,
    background,
    proposer,
    placementErrors: new PlacementErrors({ fits }),
    find: openFind({ db, signer, places: gazetteer }),
    downloads: new MapDownloads({ db, files, tiles }),
    images: new IiifImages({ db, files, stopping }),
    pictures: new MapPictures({ files, stopping }),
    tellOperator: (line: string) => console.log(line),
    /** Ends threads, and waits for what was begun. */
    close: async () => {
      await fits.close()
      await proposer.close()
      await tiles.close()
      await background.settle()
    },
  }
}
