import classes from './brand-link.module.css'
import { Mark } from './mark.tsx'
import { PageLink } from './page-steps.tsx'

interface BrandLinkProps {
  /** Its accessible name. */
  readonly label: string
}

/** The mark and the name, for who is not signed in; leads to the landing page. */
export function BrandLink({ label }: BrandLinkProps) {
  return (
    <PageLink to="/landing" className={classes.brand} aria-label={label} data-brand>
      <Mark size={28} />
      <span>Palimpsest</span>
    </PageLink>
  )
}
