import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { errorText } from '../api/api-error.ts'
import { serverOrigin } from '../api/server-address.ts'
import { useCopyLink } from '../map-record/use-copy-link.ts'
import {
  useCatalogShares,
  useChangeShare,
  useMakeLink,
  useUnshareCatalog,
} from '../queries/catalog-queries.ts'
import { useFailure } from '../queries/use-failure.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorState } from '../ui/list-states.tsx'
import { toast } from '../ui/toast-store.ts'
import classes from './catalog-share-list.module.css'
import { ShareChoice } from './share-choice.tsx'

interface CatalogShareListProps {
  readonly catalog: Catalog
  /** How many of its maps others do not see, in words; empty: all are public. */
  readonly hidden: string
}

/** Who sees a catalog and what they may do, each with a way to change and to end that. */
export function CatalogShareList({ catalog, hidden }: CatalogShareListProps) {
  const { t } = useTranslation(['catalogs', 'common'])
  const shares = useCatalogShares(catalog)
  const failure = useFailure(shares)
  const { data } = shares
  const { mutate, isPending, variables } = useUnshareCatalog(catalog)
  const change = useChangeShare(catalog)
  const link = useMakeLink(catalog)
  const refused = { onError: (error: Error) => toast.error(errorText(error)) }
  const end = (username: string | null, mayEdit: boolean) =>
    mutate(username, {
      ...refused,
      onSuccess: () =>
        username === null
          ? toast.success(t('share.linkEnded'))
          : toast.success(t('share.ended', { name: username }), {
              action: {
                label: t('common:action.undo'),
                // The dialog may be closed by then.
                run: () => void change.mutateAsync({ username, mayEdit }).catch(refused.onError),
              },
            }),
    })
  // The same link cannot be made again, so that nobody ends it in passing.
  const [isLinkEnding, setLinkEnding] = useState(false)
  const copyLink = useCopyLink()
  // Said beside the link: a notice over the dialog would cover its buttons.
  const [copied, setCopied] = useState('')
  const copy = (url: string) =>
    copyLink(serverOrigin() + url, [t('share.linkCopied'), hidden].filter(Boolean).join(' '), {
      say: setCopied,
      select: () => {
        isWanted.current = true
        select(field.current)
      },
    })
  // Made a moment ago, the link stands here a moment later.
  const field = useRef<HTMLInputElement>(null)
  const isWanted = useRef(false)
  const select = (input: HTMLInputElement | null) => {
    field.current = input
    if (!input || !isWanted.current) return
    isWanted.current = false
    input.focus()
    input.select()
  }
  if (failure) return <ErrorState title={t('share.listFailed')} {...failure} />
  const readers: { readonly name: string; readonly username: string | null; readonly mayEdit: boolean }[] = [
    ...(data?.users.map(({ username, mayEdit }) => ({ name: username, username, mayEdit })) ?? []),
    ...(data?.link ? [{ name: t('share.link'), username: null, mayEdit: false }] : []),
  ]
  if (!data) return null
  return (
    <section className={classes.shares}>
      {readers.length > 0 ? <h3>{t('share.with')}</h3> : null}
      <ul>
        {readers.map(({ name, username, mayEdit }) => (
          <li key={username ?? ''} data-link={username === null || undefined}>
            <span>{name}</span>
            {username === null ? (
              <>
                <TextInput
                  ref={select}
                  readOnly
                  className={classes.link ?? ''}
                  aria-label={t('common:link.label')}
                  value={serverOrigin() + (data.link?.url ?? '')}
                  onFocus={({ currentTarget }) => currentTarget.select()}
                />
                <Button variant="default" onClick={() => data.link && void copy(data.link.url)}>
                  {t('share.copyLink')}
                </Button>
              </>
            ) : (
              <ShareChoice
                aria-label={t('share.choiceOf', { name })}
                mayEdit={mayEdit}
                disabled={change.isPending}
                onChange={(next) =>
                  change.mutate(
                    { username, mayEdit: next },
                    {
                      ...refused,
                      onSuccess: () => toast.success(t(next ? 'share.nowEdits' : 'share.nowLooks', { name })),
                    },
                  )
                }
              />
            )}
            <Button
              variant="default"
              aria-label={username === null ? t('share.endLink') : t('share.endNamed', { name })}
              loading={isPending && variables === username}
              onClick={() => (username === null ? setLinkEnding(true) : end(username, mayEdit))}
            >
              {username === null ? t('share.endLink') : t('share.end')}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className={classes.copied}>
        {data.link ? copied : null}
      </p>
      {data.link ? null : (
        <Button
          variant="default"
          mt="sm"
          loading={link.isPending}
          onClick={() =>
            link.mutate(undefined, {
              ...refused,
              onSuccess: ({ url }) => url && void copy(url),
            })
          }
        >
          {t('share.makeLink')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isLinkEnding}
        title={t('share.endLinkTitle')}
        text={t('share.endLinkText')}
        confirmLabel={t('share.endLink')}
        onCancel={() => setLinkEnding(false)}
        onConfirm={() => {
          setLinkEnding(false)
          end(null, false)
        }}
      />
    </section>
  )
}
