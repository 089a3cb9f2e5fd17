import type { Page } from 'playwright-core'

/** The sheet in which parts of a map are stored on the device, to be used without a connection. */
export const keepPanel = (page: Page) => page.getByRole('region', { name: 'Keep for the field' })
export const keepButton = (page: Page) => page.getByRole('button', { name: /^Keep, about/ })
export const keptAreas = (page: Page) => keepPanel(page).getByRole('list', { name: 'Kept on this device' })
export const openKeepPanel = (page: Page) =>
  page.getByRole('button', { name: 'Keep for the field', exact: true }).click()

/** Stores what the map shows, and waits until all of it is stored. */
export async function keepView(page: Page): Promise<void> {
  await openKeepPanel(page)
  await keepButton(page).click()
  await keepPanel(page).getByText('Kept. This part opens').waitFor()
}

/** Areas, parts and what holds them, in the browser's database. */
export function countKept(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const answerOf = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.addEventListener('success', () => resolve(asked.result))
        asked.addEventListener('error', () => reject(asked.error ?? new Error('no answer')))
      })
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'palimpsest-kept')) return [0, 0, 0]
    const database = await answerOf(indexedDB.open('palimpsest-kept'))
    const counts = await Promise.all(
      ['areas', 'parts', 'holders'].map((name) =>
        answerOf(database.transaction(name).objectStore(name).count()),
      ),
    )
    database.close()
    return counts
  })
}
