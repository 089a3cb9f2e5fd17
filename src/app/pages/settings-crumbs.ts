import { SETTINGS_TABS } from '../../settings/settings-tabs.ts'
import { HOME } from '../shell/breadcrumb-trail.ts'
import type { Crumb, ScreenAddress } from '../shell/screen.ts'

/** The way to a tab of the settings. */
export function settingsCrumbs({ params }: ScreenAddress): Crumb[] {
  const tab = SETTINGS_TABS.find((name) => name === params.tab)
  return tab
    ? [HOME, { title: 'page.settings', to: '/settings' }, { title: `nav.${tab}` }]
    : [HOME, { title: 'page.settings' }]
}
