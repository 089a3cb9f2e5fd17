import { copyFile, appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openProbed, type ScanProbe } from './scan-probe.ts'

/** Complaints that leave every pixel as it was: bytes between markers, restart markers out of turn, odd headers. */
const HARMLESS = /extraneous bytes|instead of RST|Adobe|JFIF|SOS parameters|Inconsistent progression/i
/** The data end before the picture does. */
const CUT_OFF = /premature end/i
const END_OF_IMAGE = Buffer.from([0xff, 0xd9])
/** Rows of the largest blocks that a JPEG decodes at once, and of the strips that libvips asks for. */
const BLOCK_ROWS = 16
const STRIP_ROWS = 8

/**
 * Whether what a decoder complained of in a JPEG leaves the picture whole: all pixels are there, or at most some of the
 * last row of blocks are lost. Some scanners write bytes before markers, and files lose their last bytes on the way.
 *
 * @param error what it complained of with the usual strictness
 * @param folder for what is needed on the way
 */
export async function isHarmlessFault(
  scanPath: string,
  probe: ScanProbe,
  error: unknown,
  folder: string,
): Promise<boolean> {
  if (probe.format !== 'jpeg') return false
  const text = String(error)
  if (!HARMLESS.test(text) && !CUT_OFF.test(text)) return false
  // Only the first complaint is known. The others show in whether all but the last blocks can be read.
  const failOn = HARMLESS.test(text) ? 'error' : 'warning'
  if (await isReadable(scanPath, probe, failOn, probe.storedHeight)) return true
  if (probe.metadata.isProgressive) return lacksOnlyItsEnd(scanPath, probe, failOn, folder)
  const lastBlocks = probe.storedHeight % BLOCK_ROWS || BLOCK_ROWS
  const rows = probe.storedHeight - lastBlocks - STRIP_ROWS
  return rows > 0 && isReadable(scanPath, probe, failOn, rows)
}

/** Of a progressive JPEG every row comes last: it may lack its end marker, but no data. */
async function lacksOnlyItsEnd(
  scanPath: string,
  probe: ScanProbe,
  failOn: 'error' | 'warning',
  folder: string,
): Promise<boolean> {
  const ended = join(folder, 'ended.jpg')
  await copyFile(scanPath, ended)
  try {
    await appendFile(ended, END_OF_IMAGE)
    return await isReadable(ended, probe, failOn, probe.storedHeight)
  } finally {
    await rm(ended, { force: true })
  }
}

/** Whether the topmost rows are decoded without a complaint. */
async function isReadable(
  path: string,
  probe: ScanProbe,
  failOn: 'error' | 'warning',
  rows: number,
): Promise<boolean> {
  try {
    await openProbed(path, probe, { failOn })
      .extract({ left: 0, top: 0, width: probe.storedWidth, height: rows })
      // Shrunk by averages, which reads every row and holds few of them.
      .resize({ width: 1, height: 1, fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer()
    return true
  } catch {
    return false
  }
}
