import { ActionIcon, Button, Loader, Popover, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconTransform } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLocalAtom } from '../model/local-map.ts'
import { FitError } from '../parts/fit-error.tsx'
import type { FitFault } from '../panels/accuracy/use-fit-fault.ts'
import classes from './top-bar.module.css'

export interface TransformButtonProps {
  readonly isPending: boolean
  /** 0 to 100 while the warp runs, null when its progress is not known, undefined when nothing runs. */
  readonly percent: number | null | undefined
  /** Why it cannot be pressed now; undefined when it can. */
  readonly blocked: string | undefined
  /** There is an overlay already. */
  readonly isPublished: boolean
  /** How many transforms are left, or when the next is possible; undefined where nothing limits them. */
  readonly remaining: string | undefined
  readonly onTransform: () => void
  /** It was pressed and cannot be done: why not, told at the button until it is closed. */
  readonly refusal: FitFault | undefined
  /** How often it was pressed so: what is said again is heard again. */
  readonly refusals: number
  readonly onRefusalClose: () => void
  readonly isWide?: boolean
  /** The icon over its word, for the phone's bar. */
  readonly isWorded?: boolean
}

/** Publishes the overlay; a dot says that the points have changed since it was last done. */
export function TransformButton({
  isPending,
  percent,
  blocked,
  isPublished,
  remaining,
  onTransform,
  refusal,
  refusals,
  onRefusalClose,
  isWide = false,
  isWorded = false,
}: TransformButtonProps) {
  const { t } = useTranslation('editor')
  const isLocal = useAtomValue(isLocalAtom)
  const name = t(isLocal ? 'local.take' : 'transform.run')
  const busy = t(isLocal ? 'local.taking' : 'transform.busy')
  const isBusy = percent !== undefined
  const isDisabled = blocked !== undefined || isBusy
  // What was pressed is known: its tooltip would only lie over what the press has changed.
  const [isPressed, setPressed] = useState(false)
  const whatFor = isLocal
    ? t('local.takeHint')
    : t(isPublished ? (isPending ? 'transform.pending' : 'transform.nothing') : 'transform.first')
  const glyph = isBusy ? (
    <Loader size={18} color="currentColor" role="img" aria-label={busy} />
  ) : (
    <IconTransform size={18} stroke={1.75} aria-hidden />
  )
  const common = {
    'aria-keyshortcuts': 'Control+Enter',
    'aria-disabled': isDisabled || undefined,
    'data-disabled': isDisabled || undefined,
    'aria-description': isPending && !isLocal ? t('transform.pending') : undefined,
    'data-pending': isPending && !isLocal,
    onClick: isDisabled
      ? undefined
      : () => {
          setPressed(true)
          onTransform()
        },
    onPointerLeave: () => setPressed(false),
  }
  return (
    <Popover
      opened={refusal !== undefined}
      onChange={(isOpen) => {
        if (!isOpen) onRefusalClose()
      }}
      width={320}
      position="bottom-end"
      withRoles={false}
    >
      <Popover.Target>
        <div className={classes['transform']}>
          <Tooltip
            label={<Hint first={blocked ?? whatFor} second={remaining} />}
            position="bottom"
            multiline
            maw={260}
            disabled={refusal !== undefined || isBusy || isPressed}
          >
            {isWorded ? (
              <ActionIcon
                size={44}
                variant="light"
                aria-label={name}
                {...common}
                className={`touch-target ${classes['worded']}`}
              >
                <span className={classes['wordedInner']}>
                  {glyph}
                  <span aria-hidden>{name}</span>
                </span>
              </ActionIcon>
            ) : (
              <Button size="sm" fullWidth={isWide} leftSection={glyph} {...common}>
                <span className={classes['labels']}>
                  <span data-shown={typeof percent !== 'number'}>{name}</span>
                  <span data-shown={typeof percent === 'number'}>
                    {t('transform.percent', { percent: Math.round(percent ?? 100) })}
                  </span>
                </span>
              </Button>
            )}
          </Tooltip>
          {isPending && !isLocal && <span className={classes['dot']} aria-hidden />}
          <VisuallyHidden role="status">{isBusy && busy}</VisuallyHidden>
        </div>
      </Popover.Target>
      <Popover.Dropdown p={0}>{refusal && <FitError key={refusals} {...refusal} isAsked />}</Popover.Dropdown>
    </Popover>
  )
}

function Hint({ first, second }: { readonly first: string; readonly second: string | undefined }) {
  return (
    <>
      {first}
      {second && <div>{second}</div>}
    </>
  )
}
