/** Whether shortcuts are written with ⌘ here. */
function isApple(platform: string): boolean {
  return /mac|iphone|ipad/i.test(platform)
}

/**
 * A shortcut as the keys of this machine are labelled: `Mod+Shift+Z` is `Ctrl+Shift+Z`, or `⌘⇧Z` on Apple's machines.
 */
export function shortcutText(shortcut: string, platform: string = navigator.platform): string {
  if (!isApple(platform)) return shortcut.replace('Mod', 'Ctrl')
  return shortcut.replace('Mod', '⌘').replace('Shift', '⇧').replace('Alt', '⌥').replaceAll('+', '')
}
