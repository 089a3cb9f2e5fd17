import { useState } from 'react'
import { COMMENT_MAX } from '../../../contract/constants.ts'
import { lengthInCodePoints } from '../../../contract/rules/text-length.ts'
import type { PointName } from '../../../contract/api/discussion.ts'
import { randomKey } from '../../api/random-key.ts'
import { useSession } from '../../session/session.ts'
import { keepUnsent, readUnsent, type UnsentText } from '../../session/unsent-texts.ts'

interface Begin {
  /** What stands there where nothing is kept. */
  readonly text?: string
  /** The point that it is to be about, whatever was kept. */
  readonly point?: PointName | undefined
}

function begun(kept: UnsentText, { text = '', point }: Begin): UnsentText {
  if (!point) return kept.text === '' ? { text } : kept
  const isSame = kept.point?.version === point.version && kept.point.number === point.number
  return isSame ? kept : { text: kept.text, point }
}

/**
 * A comment under way, kept on this device until it is sent or given up.
 *
 * @param about what it is written about, the same at the next visit
 */
export function useCommentText(about: string, begin: Begin = {}) {
  const { user } = useSession()
  const userId = user?.id ?? ''
  const [unsent, setUnsent] = useState<UnsentText>(() => begun(readUnsent(userId, about), begin))
  const keep = (next: UnsentText) => {
    setUnsent(next)
    keepUnsent(userId, about, next)
  }
  const left = COMMENT_MAX - lengthInCodePoints(unsent.text.trim())
  return {
    text: unsent.text,
    /** Characters that may still be written; below zero: that are too many. */
    left,
    isReady: left >= 0 && left < COMMENT_MAX,
    /** What is changed is another comment: one that was sent without an answer may have arrived. */
    change: (text: string) => keep({ text, ...(unsent.point && { point: unsent.point }) }),
    /** The control point that it is about; undefined: the whole map. */
    point: unsent.point,
    leavePoint: () => keep({ text: unsent.text }),
    /** Gives it up; with `sent` only where nothing else has been begun while that was on its way. */
    clear: (sent?: string) => {
      if (sent !== undefined && readUnsent(userId, about).text !== sent) return
      keep({ text: '' })
    },
    /** The mark to send it under: the same one for as long as it stays as it is. */
    markForSending: (): string => {
      const sendKey = unsent.sendKey ?? randomKey()
      keep({ ...unsent, sendKey })
      return sendKey
    },
  }
}

/** Whether the user has begun to write about this on this device. */
export function useHasUnsent(about: string): boolean {
  const { user } = useSession()
  return readUnsent(user?.id ?? '', about).text !== ''
}
