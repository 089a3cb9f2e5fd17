/** Milliseconds from when the dialog says that the scan is uploaded until the page has gone on. Runs in the page. */
export function timeUntilItLeft(): Promise<number> {
  return new Promise((resolve) => {
    let since = Infinity
    const observer = new MutationObserver(() => {
      const title = document.querySelector('[role=dialog] h3')?.textContent
      if (title === 'Uploaded') since = Math.min(since, performance.now())
      if (!location.pathname.startsWith('/map-editor')) return
      observer.disconnect()
      resolve(performance.now() - since)
    })
    observer.observe(document, { childList: true, characterData: true, subtree: true })
  })
}
