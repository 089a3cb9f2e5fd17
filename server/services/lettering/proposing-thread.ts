/**
 * The program of the thread that compares the words of scans with the names of the world: indexing these takes two
 * seconds and some 250 MB, and a scan seconds more.
 */
import { parentPort } from 'node:worker_threads'
import { indexPlaces } from '../../../lettering/propose/gazetteer.ts'
import { proposePoints } from '../../../lettering/propose/propose-points.ts'
import { placesOfTheWorld } from '../../world/named-places.ts'
import type { FromProposingThread, ToProposingThread } from './proposing-messages.ts'

const port = parentPort
if (!port) throw new Error('proposing-thread is started as a worker thread')

const gazetteer = indexPlaces(placesOfTheWorld())
port.on('message', ({ lettering, near }: ToProposingThread) => {
  port.postMessage(proposePoints(lettering, gazetteer, { near }) satisfies FromProposingThread)
})
