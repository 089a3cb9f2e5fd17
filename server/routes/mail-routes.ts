import { changeMailChoices, mailChoices } from '../../contract/api/mail.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { chooseMail, type MailDeps, mailChoicesOf, switchOffByToken } from '../services/mail/mail-choices.ts'
import { addCall } from './add-call.ts'

const OFF_BODY_BYTES = 1024

/** Which mails a user gets, and how a mail's own link switches its kind off. */
export async function addMailRoutes(app: ApiServer, deps: MailDeps): Promise<void> {
  addCall(app, mailChoices, ({ session }) => mailChoicesOf(deps, session.user.id))
  addCall(app, changeMailChoices, ({ session, body }) => chooseMail(deps, session.user.id, body))
  await app.register(async (mail) => {
    // A program that reads mail sends a form (RFC 8058); what is in it says nothing that the address does not.
    mail.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: OFF_BODY_BYTES },
      (_request, _body, done) => done(null),
    )
    const options = { schema: { hide: true } }
    mail.post<{ Params: { token: string } }>('/mail/off/:token', options, async ({ params }, reply) => {
      await switchOffByToken(deps.db, params.token)
      return reply.type('text/plain').send('done')
    })
    // Programs look at links before their reader does, so that looking switches nothing off.
    mail.get('/mail/off/:token', options, (_request, reply) => reply.redirect('/settings/general#mail', 303))
  })
}
