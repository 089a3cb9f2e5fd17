import type { Page } from 'playwright-core'

/** From now on the browser lets the page copy nothing. */
export const refuseCopies = (page: Page): Promise<void> =>
  page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })

/** What is selected in the field that has the focus: what the browser's own keys would copy. */
export const selectedText = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const field = document.activeElement
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null
    return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
  })
