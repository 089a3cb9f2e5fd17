import type { Page } from 'playwright-core'
import { openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { type EditorStage, pointsFile, untilDrawn } from './editor-stage.ts'
import { importPoints, pointCount } from './main-job-editor.ts'

/** Points of a map of this device, image px. */
export const CORNERS = [
  [60, 60],
  [740, 60],
  [740, 540],
  [60, 540],
] as const

/** A page for maps of this device, for one who knows the editor. */
export async function openTry(
  { browser, server, drawing }: EditorStage,
  options: OpenPageOptions = {},
): Promise<TestPage> {
  const opened = await openPage(browser, server.url, { ...drawing, ...options })
  await opened.page.context().addInitScript(() => {
    localStorage.setItem('mapEditorFirstWay', JSON.stringify('pairs'))
    localStorage.setItem('mapEditorTutorialCompleted', 'true')
    // The browser's own dialog for files cannot be answered: what is taken is downloaded.
    Reflect.deleteProperty(window, 'showSaveFilePicker')
  })
  return opened
}

/** Places the open map by its corners, and waits until the browser keeps them. */
export async function placeFourPoints(page: Page): Promise<void> {
  await page.waitForURL(/\/try\?map=local-/)
  await untilDrawn(page)
  await importPoints(page, 'four.points', pointsFile(CORNERS), CORNERS.length)
  await pointCount(page, CORNERS.length).waitFor()
  await page.getByText('Saved on this device').waitFor()
}
