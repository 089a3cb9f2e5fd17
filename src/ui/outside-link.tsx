/** A link to an address that somebody has entered: on another site, in another tab, which learns nothing of this page. */
export function OutsideLink({ address }: { readonly address: string }) {
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" style={{ overflowWrap: 'anywhere' }}>
      {address}
    </a>
  )
}
