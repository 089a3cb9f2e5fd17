interface MarkProps {
  /** Side in CSS pixels. */
  readonly size?: number
}

/** The mark: two offset sheets, the upper one translucent, a point joining them. One colour, that of the text. */
export function Mark({ size = 28 }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden focusable="false">
      <path d="M3 12.4 18.6 9v16.6L3 29z" />
      <path d="M13.4 6.4 29 3v16.6L13.4 23z" fillOpacity={0.45} />
      <circle cx="16" cy="16" r="4.6" fill="var(--mark-ground, var(--p-paper))" />
      <circle cx="16" cy="16" r="2.7" />
    </svg>
  )
}
