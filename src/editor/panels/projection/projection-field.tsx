import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_PROJECTION_LENGTH } from '../../../../contract/constants.ts'
import { setProjection } from '../../../drafts/editor-document.ts'
import { committedDocumentAtom, editAtom, projectionAtom } from '../../model/document-atoms.ts'
import { scanSizeAtom } from '../../model/scan-size.ts'
import { findProjection, type ProjectionAnswer } from '../../model/find-projection.ts'
import { useNextFocus } from '../../../ui/use-next-focus.ts'
import { AnswerText } from './answer-text.tsx'

/** Tiles do not matter: nothing is drawn. */
const NO_TILES = { tileSize: 512, levelCount: 1 }
/** Of a text that is in use: as much as tells which one it is. */
const SHOWN_CHARS = 60

/** Buttons that come and go with the choice: what one of them leaves the focus to. */
const CHOICE = 'projection-choice'
const FALLBACKS = [`[data-kind="${CHOICE}"]`]

type Found = { readonly of: object; readonly answer: ProjectionAnswer }

/**
 * The projection that the map is drawn in. One line as long as it is the usual one; what can be chosen is shown when it
 * is asked for.
 */
export function ProjectionField({ canEdit }: { readonly canEdit: boolean }) {
  const { t } = useTranslation(['editor', 'projection'])
  const projection = useAtomValue(projectionAtom)
  const [isOpen, setOpen] = useState(false)
  const focus = useNextFocus(FALLBACKS)
  const name = projection === undefined ? t('projection:standard') : shortened(projection)
  return (
    <Stack gap={6} role="group" aria-label={t('projection:title')} {...focus}>
      <Group gap={6} justify="space-between">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('projection:now', { name })}
        </Text>
        {canEdit && !isOpen && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            className="touch-target"
            data-kind={CHOICE}
            onClick={() => setOpen(true)}
          >
            {t('projection:change')}
          </Anchor>
        )}
      </Group>
      {canEdit && isOpen && <Choices projection={projection} />}
    </Stack>
  )
}

const shortened = (text: string) => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS - 1)}…` : text)

function Choices({ projection }: { readonly projection: string | undefined }) {
  const { t } = useTranslation(['editor', 'projection'])
  const store = useStore()
  const { points } = useAtomValue(committedDocumentAtom)
  const edit = useSetAtom(editAtom)
  const [found, setFound] = useState<Found | null>(null)
  const [isSearching, setSearching] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const use = (chosen: string | undefined) =>
    edit({
      action: (document) => setProjection(document, chosen),
      label: { action: 'projection' },
    })
  const search = () => {
    const controller = new AbortController()
    running.current = controller
    setSearching(true)
    const of = store.get(committedDocumentAtom).points
    findProjection(of, { ...store.get(scanSizeAtom), ...NO_TILES }, controller.signal).then(
      (answer) => {
        setSearching(false)
        setFound({ of, answer })
      },
      () => undefined,
    )
  }
  // Of other points it says nothing any more.
  const answer = found?.of === points ? found.answer : null
  return (
    <Stack gap={6}>
      <Text size="xs" c="dimmed">
        {t('projection:hint')}
      </Text>
      <Group gap={6}>
        <Button
          size="xs"
          variant="default"
          className="touch-target"
          data-kind={CHOICE}
          loading={isSearching}
          onClick={search}
        >
          {t('projection:find')}
        </Button>
        {projection !== undefined && (
          <Button
            size="xs"
            variant="default"
            className="touch-target"
            data-kind={CHOICE}
            onClick={() => use(undefined)}
          >
            {t('projection:useStandard')}
          </Button>
        )}
      </Group>
      <div role="status">{answer && <AnswerText answer={answer} />}</div>
      {answer?.kind === 'better' && answer.projection.text !== projection && (
        <Button
          size="xs"
          className="touch-target"
          data-kind={CHOICE}
          onClick={() => use(answer.projection.text)}
        >
          {t('projection:use')}
        </Button>
      )}
      <CodeField onUse={use} />
    </Stack>
  )
}

/** Any system by its code or its definition. */
function CodeField({ onUse }: { readonly onUse: (projection: string) => void }) {
  const { t } = useTranslation('projection')
  const [text, setText] = useState('')
  const [fault, setFault] = useState<'unknown' | 'unloaded' | null>(null)
  const [isChecking, setChecking] = useState(false)
  const typed = text.trim()
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const asked = /^\d{3,6}$/.test(typed) ? `EPSG:${typed}` : typed
    setChecking(true)
    try {
      const { mapPlaneOf } = await import('../../../../gcp-files/map-plane/map-plane.ts')
      const known = await mapPlaneOf(asked)
      if (known.ok) onUse(asked)
      setFault(known.ok ? null : 'unknown')
      if (known.ok) setText('')
    } catch {
      setFault('unloaded')
    }
    setChecking(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Group gap={6} align="flex-end" wrap="nowrap">
        <TextInput
          size="sm"
          style={{ flex: 1 }}
          label={t('code')}
          placeholder="EPSG:3346"
          maxLength={MAX_PROJECTION_LENGTH}
          value={text}
          error={fault && t(`fault.${fault}`)}
          onChange={({ currentTarget: { value } }) => {
            setText(value)
            setFault(null)
          }}
        />
        <Button type="submit" size="sm" variant="default" disabled={typed === ''} loading={isChecking}>
          {t('apply')}
        </Button>
      </Group>
    </form>
  )
}
