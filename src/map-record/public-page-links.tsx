import { Button } from '@mantine/core'
import { IconExternalLink, IconLink } from '@tabler/icons-react'
import classes from './public-page-links.module.css'
import { usePublicPage } from './use-public-page.ts'

/** Leads to the page that anyone sees of a public map, and copies its address. */
export function PublicPageLinks({ mapId }: { readonly mapId: string }) {
  const { href, open, copy } = usePublicPage(mapId)
  return (
    <div className={classes.links}>
      <Button
        component="a"
        href={href}
        target="_blank"
        rel="noopener"
        variant="default"
        leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden />}
      >
        {open.label}
      </Button>
      <Button
        variant="default"
        leftSection={<IconLink size={18} stroke={1.75} aria-hidden />}
        onClick={copy.run}
      >
        {copy.label}
      </Button>
    </div>
  )
}
