import type { TestPage } from './browser.ts'

/** An answer of the server's that runs no script. */
const STILL = '/api/health-check'

/**
 * Pages that go on from one test of a file to the next: loading one again takes half of what a new one does, as its files
 * are at hand. A test gets it as a new one would be: nothing is stored but for who is signed in, it has the size that it was
 * opened with and its connection, and no routes and permissions. What cannot be taken back stays: a clock that was
 * installed, and scripts that run before the page's own. Who needs these opens a page of their own.
 */
export class KeptPages {
  readonly #kept = new Map<string, TestPage>()

  /**
   * @param kind what pages must have in common: the options with which they are opened
   * @param openNew loads the page, with its init scripts
   * @param load loads it once more, as a user whose token is stored already
   */
  async open(
    kind: unknown,
    token: string,
    openNew: () => Promise<TestPage>,
    load: (opened: TestPage) => Promise<unknown>,
  ): Promise<TestPage> {
    const key = JSON.stringify(kind)
    const kept = this.#kept.get(key)
    this.#kept.delete(key)
    if (!kept) return this.#handOut(key, await openNew())
    await kept.page.evaluate((stored) => localStorage.setItem('token', stored), token)
    await load(kept)
    return this.#handOut(key, kept)
  }

  #handOut(key: string, opened: TestPage): TestPage {
    const size = opened.page.viewportSize()
    let isOut = true
    return {
      ...opened,
      close: async () => {
        if (!isOut) return
        isOut = false
        const isClean = !this.#kept.has(key) && (await clean(opened, size).catch(() => false))
        if (isClean) this.#kept.set(key, opened)
        else await opened.close()
      },
    }
  }
}

/** Leaves the page, and takes back what a test may have changed. @returns whether it is as it was opened */
async function clean(opened: TestPage, size: ReturnType<TestPage['page']['viewportSize']>): Promise<boolean> {
  const { page } = opened
  if (page.isClosed()) return false
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await Promise.all([context, page].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.setOffline(false)
  await page.goto(STILL)
  await context.clearCookies()
  await context.clearPermissions()
  if (size) await page.setViewportSize(size)
  await page.mouse.move(0, 0)
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
  })
  opened.takeErrors()
  return true
}
