export const SETTINGS_TABS = ['general', 'team', 'billing', 'limits'] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** The tab that an address names; `general` for anything else. */
export function settingsTabOf(name: string): SettingsTab {
  return SETTINGS_TABS.find((tab) => tab === name) ?? 'general'
}
