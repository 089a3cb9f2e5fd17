/**
 * How the pictures of the landing page for narrow screens were made from the wide ones:
 * `node demo/narrow-landing-pictures.mjs`.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

const FOLDER = 'public/landing'
/** Of the pair that is compared at the top, and of the steps, in px. */
const WIDTHS = { pair: 640, step: 640 }
const QUALITY = 76

for (const file of readdirSync(FOLDER)) {
  if (!file.endsWith('.webp') || /-\d+\.webp$/.test(file)) continue
  const width = /^(?:historical|modern)\./.test(file) ? WIDTHS.pair : WIDTHS.step
  const narrow = await sharp(`${FOLDER}/${file}`)
    .resize({ width })
    .webp({ quality: QUALITY, effort: 6 })
    .toBuffer()
  const name = file.replace('.webp', `-${width}.webp`)
  writeFileSync(`${FOLDER}/${name}`, narrow)
  console.log(`${name}: ${narrow.length} bytes`)
}
