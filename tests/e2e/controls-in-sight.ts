import type { Page } from 'playwright-core'

/** What can be pressed, typed into or dragged and is in sight; the panes themselves are what is worked on. */
export const controlsInSight = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button, a[href], input, select, textarea, summary, [tabindex="0"]:not([role=application])',
      ),
    ]
      .filter((element) => {
        const { width, height, top, bottom } = element.getBoundingClientRect()
        const isInSight = width > 1 && height > 1 && bottom > 0 && top < innerHeight
        // Out of sight until the focus comes, and the credits of the base map.
        if (element.matches('.skip-link, .maplibregl-ctrl-attrib *')) return false
        return isInSight && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      })
      .map((element) => element.getAttribute('aria-label') ?? element.innerText),
  )
