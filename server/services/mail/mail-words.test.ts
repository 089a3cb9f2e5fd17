import { expect, it } from 'vitest'
import { newId } from '../../db/new-id.ts'
import { noticeMail } from './mail-words.ts'
import { mailKindOf } from './queue-mail.ts'

const notification = (minutesLeft: number) => ({
  id: newId(),
  userId: newId(),
  type: 'map_claim_ending' as const,
  priority: 'high' as const,
  title: '',
  message: '',
  senderId: null,
  actionUrl: '/map-editor?mapId=1',
  actionRequired: true,
  once: null,
  readAt: null,
  createdAt: new Date(),
  data: { mapTitle: 'Kauno planas', minutesLeft },
})

const mailOf = (minutesLeft: number) =>
  noticeMail(
    { language: 'lt', username: 'Ona', publicUrl: 'https://maps.example.org' },
    { notification: notification(minutesLeft), senderName: null },
    { kind: 'claim', offUrl: 'https://maps.example.org/off' },
  )

it('warns in minutes or hours that the time for a map ends, as the kind of mail that ends are', () => {
  expect(mailKindOf(notification(30))).toBe('claim')
  expect(mailOf(30).subject).toBe('Jūsų laikas žemėlapiui baigiasi: Kauno planas')
  expect(mailOf(30).paragraphs[1]).toContain('Darbui su „Kauno planas“ liko 30 min.')
  expect(mailOf(18 * 60 + 5).paragraphs[1]).toContain('liko 18 val.')
  expect(mailOf(30).link.url).toBe('https://maps.example.org/map-editor?mapId=1')
})
