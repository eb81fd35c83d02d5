import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvitation } from '../../../testing/test-invitations.ts'
import { ORIGIN } from '../../../testing/test-links.ts'
import { startPostsPortal, type PostsPortal } from '../../../testing/test-posts.ts'
import { until } from '../../../testing/test-portal.ts'

let p: PostsPortal
let channelId: string
beforeAll(async () => {
  p = await startPostsPortal({ portalUrl: ORIGIN })
  channelId = await p.channel('recruiting', 'Text')
})
afterAll(() => p.close())

const post = (invitationId: number, body: object) => p.admin.post(`/api/discord/invitations/${invitationId}`, { channelId, ...body })
const errands = async () =>
  JSON.stringify(await p.t.db.selectFrom('discord_errands').selectAll().where('kind', '=', 'invitation.post').execute())

test('an invitation is posted with its link, and nothing of the link is left in the database', async () => {
  expect((await p.admin.get('/api/discord/invitations')).json()).toMatchObject({
    hasPortalUrl: true,
    channels: [{ channelId, name: 'recruiting' }],
  })
  const { invitation, code, link } = await makeInvitation(p.admin, { departmentId: 2, places: 20 })
  expect((await post(invitation.invitationId, { code })).statusCode).toBe(200)
  expect(await errands(), 'sealed while it waits').not.toContain(code)
  await until('it is posted', () => p.said(channelId).length === 1)
  expect(p.said(channelId)[0]).toMatch(/^Join LSPD: for 20 people\.\nOpen until <t:\d+:f>\.\n/)
  expect(p.said(channelId)[0]).toContain(link)
  expect(p.discord.messages(channelId)[0]).toMatchObject({ mentionEveryone: false, mentionRoles: [], mentions: [] })
  await until('its text is wiped', async () => !(await errands()).includes('sealed'))
  const audit = await p.t.db.selectFrom('audit').selectAll().where('action', '=', 'invitation.posted').execute()
  expect(audit).toMatchObject([{ after: { channel: 'recruiting' } }])
})

test('an invitation that ended before Discord took it is not posted later, and its text is wiped', async () => {
  const { invitation, code } = await makeInvitation(p.admin)
  const before = p.said(channelId)
  const denied = p.discord.fail({ method: 'POST', path: new RegExp(`/channels/${channelId}/messages`), status: 403, code: 50_013 })
  expect((await post(invitation.invitationId, { code })).statusCode).toBe(200)
  const failed = () => p.t.db.selectFrom('discord_errands').select('id').where('state', '=', 'failed').executeTakeFirst()
  await until('Discord has refused it', async () => (await failed()) !== undefined)
  denied.stop()
  await p.admin.post(`/api/invitations/${invitation.invitationId}/end`)
  expect((await p.admin.post(`/api/discord/errands/${(await failed())?.id}/retry`, {})).statusCode).toBe(200)
  await p.isQuiet()
  expect(p.said(channelId)).toEqual(before)
  expect(await errands()).not.toContain('sealed')
})

test('an invitation is posted in a typed channel only, with its own code, while it is open', async () => {
  const [one, other] = [await makeInvitation(p.admin), await makeInvitation(p.admin)]
  const { invitationId } = one.invitation
  const untyped = await p.channel('untyped', null)
  expect((await post(invitationId, { code: one.code, channelId: untyped })).json()).toMatchObject({ field: 'channelId' })
  expect((await post(invitationId, { code: other.code })).statusCode).toBe(404)
  await p.admin.post(`/api/invitations/${invitationId}/end`)
  expect((await post(invitationId, { code: one.code })).statusCode).toBe(404)
})
