/**
 * Milliseconds from when the answer to an upload had come, of which the dialog then says that it is uploaded, until the
 * page has gone on. Not from when that is seen: a busy page draws it after it has begun to wait. Runs in the page.
 */
export function timeUntilItLeft(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!location.pathname.startsWith('/map-editor')) return
      observer.disconnect()
      const left = performance.now()
      const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const answer = answers.findLast(({ name }) => name.endsWith('/api/maps/upload'))
      resolve(left - (answer?.responseEnd ?? Infinity))
    })
    observer.observe(document, { childList: true, characterData: true, subtree: true })
  })
}
