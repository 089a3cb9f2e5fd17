/** The program of a thread that reads the words of one scan: the memory of the models ends with it. */
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { readLettering } from '../../../lettering/read/read-lettering.ts'
import { openModels } from '../../../lettering/read/text-models.ts'
import { setDecoderThreads } from '../decoder-sharp.ts'
import { pyramidPixels } from './pyramid-pixels.ts'
import type { FromReadingThread, ReadingSetup } from './reading-messages.ts'

const port = parentPort
if (!port) throw new Error('reading-thread is started as a worker thread')

setDecoderThreads(1)
const { pyramid, models } = workerData as ReadingSetup
const answer = (message: FromReadingThread): void => port.postMessage(message)
const opened = await openModels({
  detector: await readFile(models.detector),
  recogniser: await readFile(models.recogniser),
  characters: await readFile(models.characters, 'utf8'),
  engine: await readFile(models.engine),
})
const lettering = await readLettering(pyramidPixels(pyramid), opened, {
  onProgress: (percent) => answer({ type: 'progress', percent }),
})
await opened.close()
answer({ type: 'read', lettering })
