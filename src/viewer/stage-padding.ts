/** What the buttons and chips lie over; whole maps are shown clear of them. CSS px. */
export const PADDING = {
  desktop: { top: 56, right: 24, bottom: 40, left: 64 },
  phone: { top: 56, right: 16, bottom: 110, left: 60 },
} as const
