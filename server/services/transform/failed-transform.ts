import type { MessageDetails, MessageKey } from '../../../contract/api/messages.ts'

/** A transform that was queued and came to nothing, with the reason that its row keeps. */
export class FailedTransform extends Error {
  readonly messageKey: MessageKey
  readonly details: MessageDetails

  constructor(messageKey: MessageKey, details: MessageDetails = {}) {
    super(`the transform failed: ${messageKey}`)
    this.name = 'FailedTransform'
    this.messageKey = messageKey
    this.details = details
  }
}
