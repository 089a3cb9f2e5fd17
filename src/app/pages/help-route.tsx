import { HelpPage } from '../../help/help-page.tsx'
import { useConfig } from '../../queries/use-config.ts'

/** Joins the guide to what the instance says of itself. */
export function HelpRoute() {
  return <HelpPage contact={useConfig().data?.contact ?? null} />
}
