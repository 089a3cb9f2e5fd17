import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from '../prepare.mjs'

/** The product's paper, behind its mark. */
export const PAPER = '#F7F3EA'

const icon = (name) => sharp(join(root, 'public/icons', name))

/** Replaces pictures of Capacitor's with ours, each in the size that it has. `draw` is given that size, CSS px. */
async function replace(files, draw) {
  for (const file of files) {
    const { width, height } = await sharp(readFileSync(file)).metadata()
    writeFileSync(file, await (await draw(width, height)).png().toBuffer())
  }
}

/** Icons with a shape of their own. */
export const replaceIcons = (files) =>
  replace(files, (width, height) => icon('icon-512.png').resize(width, height))

/** Icons that the system cuts: the mark stays within the middle. They may not be seen through. */
export const replaceCutIcons = (files) =>
  replace(files, (width, height) =>
    icon('icon-maskable-512.png').resize(width, height).flatten({ background: PAPER }),
  )

/** What is shown while the app starts: the mark on paper. */
export const replaceStartPictures = (files) =>
  replace(files, async (width, height) => {
    const side = Math.round(Math.min(width, height) / 4)
    const mark = await icon('icon-512.png').resize(side, side).png().toBuffer()
    return sharp({ create: { width, height, channels: 3, background: PAPER } }).composite([{ input: mark }])
  })
