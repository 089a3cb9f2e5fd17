import type { Locator } from 'playwright-core'
import type { BaseFacts, ScanFacts } from './facts.ts'

/** What a flat pane would draw: that of a locator's element, or of the one pane within it. */
export async function factsOf(pane: Locator): Promise<BaseFacts & ScanFacts> {
  const within = pane.locator('[data-draws]')
  const element = (await within.count()) > 0 ? within : pane
  const said = await element.getAttribute('data-draws')
  if (said === null) throw new Error('the pane is not flat, or has drawn nothing yet')
  return JSON.parse(said) as BaseFacts & ScanFacts
}
