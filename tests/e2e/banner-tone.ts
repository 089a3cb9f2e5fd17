import type { Locator } from 'playwright-core'

/** The colour of a banner's ground: amber has more red than blue. Drawn first, as style sheets have many ways to write one. */
export const bannerTone = (banner: Locator): Promise<'amber' | 'blue'> =>
  banner.evaluate((element) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    if (!context) throw new Error('there is no canvas to draw on')
    context.fillStyle = getComputedStyle(element).backgroundColor
    context.fillRect(0, 0, 1, 1)
    const [red = 0, , blue = 0] = context.getImageData(0, 0, 1, 1).data
    return red > blue ? 'amber' : 'blue'
  })
