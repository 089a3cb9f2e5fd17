import { expect, it } from 'vitest'
import { NOTICE_TEXTS } from './notice-texts.ts'

it('grows more urgent as the days to decide run out', () => {
  const reminder = (daysLeft: number) =>
    NOTICE_TEXTS.deadline_reminder({ senderName: 'Ona', mapTitle: 'Plan', daysLeft })
  expect(reminder(3)).toEqual({
    priority: 'high',
    title: 'A transformation awaits your decision',
    message: '3 days left to decide about “Plan”.',
  })
  expect(reminder(1)).toMatchObject({
    priority: 'urgent',
    message: '1 day left to decide about “Plan”.',
  })
  expect(reminder(0)).toMatchObject({
    priority: 'medium',
    title: 'Assignment for the map has expired',
  })
})
