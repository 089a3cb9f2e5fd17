import { getRouteApi } from '@tanstack/react-router'
import { SettingsPage } from '../../settings/settings-page.tsx'
import { settingsTabOf } from '../../settings/settings-tabs.ts'

const route = getRouteApi('/shell/settings/$tab')

/** Joins the settings to the address. */
export function SettingsRoute() {
  return <SettingsPage tab={settingsTabOf(route.useParams().tab)} />
}
