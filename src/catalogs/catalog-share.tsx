import { useTranslation } from 'react-i18next'
import { ShareFrame } from '../map-record/share/share-frame.tsx'
import { SharePanel } from '../map-record/share/share-panel.tsx'
import { WhoMaySee } from '../map-record/share/who-may-see.tsx'
import { type CatalogAudience, useCatalogLink, useCatalogShares } from '../queries/catalog-queries.ts'
import { useFailure } from '../queries/use-failure.ts'
import { ErrorState } from '../ui/list-states.tsx'
import { CatalogPeople } from './catalog-people.tsx'
import { PrivateMaps } from './private-maps.tsx'
import type { ShareCatalogDialogProps } from './share-catalog-dialog.tsx'
import { usePrivateCount } from './use-private-count.ts'

const AUDIENCES = ['owner', 'link'] as const satisfies readonly CatalogAudience[]

/** Who may see a catalog: those its owner names, or anyone with its link. */
export function CatalogShare({ catalog, onClose }: ShareCatalogDialogProps) {
  const { t } = useTranslation('share')
  const shares = useCatalogShares(catalog)
  const failure = useFailure(shares)
  const { data } = shares
  const { mutate, isPending, error } = useCatalogLink(catalog)
  const privates = usePrivateCount(catalog)
  const hasLink = data ? data.link !== null : (catalog.sharing?.hasLink ?? false)
  return (
    <ShareFrame title={catalog.title} onClose={onClose}>
      {failure ? (
        <ErrorState title={t('people.listFailed')} {...failure} />
      ) : (
        <SharePanel
          title={catalog.title}
          path={data?.link?.url ?? null}
          who={
            <WhoMaySee
              audience={hasLink ? 'link' : 'owner'}
              choices={AUDIENCES.map((value) => ({
                value,
                label: t(`catalog.audience.${value}.label`),
                text: t(`catalog.audience.${value}.text`),
                now: t(`catalog.audience.${value}.now`),
              }))}
              isPending={isPending}
              error={error}
              onChange={mutate}
              endsLink={(next) => hasLink && next === 'owner'}
              endLinkText={t('catalog.endLink')}
            />
          }
        >
          <CatalogPeople catalog={catalog} people={data?.users ?? []} />
          <PrivateMaps {...privates} />
        </SharePanel>
      )}
    </ShareFrame>
  )
}
