/** Text fields of an upload, as the multipart form carries them. */
export type UploadFields = Readonly<Record<string, string>> & { readonly title: string }

export interface UploadedMap {
  readonly id: string
  readonly basePath: string
  /** False where the map is there but what the form said of it could not be saved. */
  readonly isDescribed: boolean
  /** Its scan is still being fetched from elsewhere. */
  readonly isFetching?: boolean
}

export interface UploadHandlers {
  readonly onProgress: (sentBytes: number) => void
  /** Nothing arrives at the moment; it is tried again until it does. */
  readonly onWaiting: () => void
}

/** One upload under way. */
export interface UploadTask {
  /** Whether it can be paused, and goes on after a reload when the same file is chosen again. */
  readonly isResumable: boolean
  pause(): void
  resume(): void
  cancel(): void
  /** Rejects with ApiError, or with a DOMException `AbortError` when cancelled. */
  readonly result: Promise<UploadedMap>
}

export const cancelled = () => new DOMException('The upload was cancelled', 'AbortError')
