import { CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FILTER_TEXT_MAX, SEARCH_CATEGORIES } from '../../map-search/filters.ts'
import classes from './map-search.module.css'

const mainRoute = getRouteApi('/shell/main')

/** Typing waits this long before the list follows, in milliseconds. */
const TYPING_MS = 200

/** Search over one's own maps: words and the field they are looked for in, both kept in the address. */
export function MapSearch() {
  const { t } = useTranslation()
  const { q = '', in: category = 'ALL' } = mainRoute.useSearch()
  const navigate = mainRoute.useNavigate()
  const [text, setText] = useState(q)
  const sent = useRef(q)

  useEffect(() => {
    if (q !== sent.current) setText(q)
    sent.current = q
  }, [q])

  useEffect(() => {
    const words = text.trim() === '' ? '' : text
    if (words === sent.current) return
    const timer = setTimeout(() => {
      sent.current = words
      void navigate({ search: (last) => ({ ...last, q: words || undefined }), replace: true })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, navigate])

  return (
    <search className={classes.search}>
      <TextInput
        className={classes.words}
        data-find-input=""
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        maxLength={FILTER_TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setText('')
        }}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        rightSection={
          text ? <CloseButton size="sm" aria-label={t('search.clear')} onClick={() => setText('')} /> : null
        }
      />
      <NativeSelect
        className={classes.category}
        aria-label={t('search.category')}
        value={category}
        data={(['ALL', ...SEARCH_CATEGORIES] as const).map((value) => ({
          value,
          label: t(`search.in.${value}`),
        }))}
        onChange={({ currentTarget }) => {
          const chosen = SEARCH_CATEGORIES.find((category) => category === currentTarget.value)
          void navigate({
            search: (last) => ({ ...last, in: chosen }),
            replace: true,
          })
        }}
      />
    </search>
  )
}
