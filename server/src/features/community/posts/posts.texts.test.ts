import type { DiscordText, ResponseOf, listDiscordTexts } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import { startPostsPortal, type PostsPortal } from '../../../testing/test-posts.ts'
import { until, type Http } from '../../../testing/test-portal.ts'

let p: PostsPortal
let manager: Http
let channelId: string
beforeAll(async () => {
  p = await startPostsPortal()
  const person = await p.t.addPerson({ name: 'Mona Manager', roles: ['Staff'], permissions: ['MANAGE_DISCORD'] })
  manager = p.t.http(person.token)
  channelId = await p.channel('general', 'Text')
})
afterAll(() => p.close())

const path = '/api/discord/messages'
const list = async () => (await manager.get(path)).json<ResponseOf<typeof listDiscordTexts>>()
const says = (texts: string[]) => until(`it says ${texts.join(', ')}`, () => p.said(channelId).join() === texts.join())

test('a message is sent, edited and deleted from the portal, and pings nobody', async () => {
  const sent = await manager.post(path, { channelId, text: 'Hello @everyone' })
  expect(sent.json()).toMatchObject({
    channel: 'general',
    text: 'Hello @everyone',
    author: { name: 'Mona Manager' },
    state: 'waiting',
    version: 1,
  })
  await says(['Hello @everyone'])
  expect(p.discord.messages(channelId)[0]).toMatchObject({ mentionEveryone: false, mentionRoles: [], mentions: [] })
  await until('it is shown as sent', async () => (await list()).texts[0]?.state === 'sent')
  expect((await list()).channels).toEqual([{ channelId, name: 'general', guildName: 'Our Town' }])

  const { textId } = sent.json<DiscordText>()
  const changed = await manager.put(`${path}/${textId}`, { text: 'Hello all', version: 1 })
  expect(changed.json()).toMatchObject({ text: 'Hello all', version: 2 })
  await says(['Hello all'])
  expect((await manager.put(`${path}/${textId}`, { text: 'Late', version: 1 })).statusCode).toBe(409)
  expect((await manager.delete(`${path}/${textId}?version=1`)).statusCode).toBe(409)
  expect((await manager.delete(`${path}/${textId}?version=2`)).statusCode).toBe(200)
  await says([])
  expect((await list()).texts).toEqual([])
  expect((await manager.put(`${path}/${textId}`, { text: 'Late', version: 3 })).statusCode).toBe(404)
})

test('of two members who change a message at once, one gets a conflict', async () => {
  const { textId } = (await manager.post(path, { channelId, text: 'First' })).json<DiscordText>()
  const change = (text: string) => manager.put(`${path}/${textId}`, { text, version: 1 })
  const codes = (await Promise.all([change('One'), change('Other')])).map(({ statusCode }) => statusCode)
  expect(codes.toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('members without the right and invalid input are refused', async () => {
  expect((await (await p.t.as('member')).get(path)).statusCode).toBe(403)
  expect((await (await p.t.as('staff')).get(path)).statusCode).toBe(200)
  expect((await (await p.t.as('staff')).post(path, { channelId, text: 'Hello' })).statusCode).toBe(403)
  expect((await manager.post(path, { channelId, text: ' ' })).json()).toMatchObject({ field: 'text', message: 'Enter a message' })
  expect((await manager.post(path, { channelId, text: 'x'.repeat(2001) })).json()).toMatchObject({ field: 'text' })
  expect((await manager.post(path, { channelId: 'general', text: 'Hello' })).json()).toMatchObject({ field: 'channelId' })
  const other = await p.channel('logs', 'GeneralLogs')
  expect((await manager.post(path, { channelId: other, text: 'Hello' })).json()).toMatchObject({
    field: 'channelId',
    message: 'Choose a channel of type Text',
  })
})

test('invalid messages count against the limit of the hour', async () => {
  const person = await p.t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_DISCORD'] })
  const send = async (text: string) => (await p.t.http(person.token).post(path, { channelId, text })).statusCode
  for (let count = 0; count < AN_HOUR.discordTexts; count += 1) expect(await send(' ')).toBe(400)
  expect(await send('Hello')).toBe(429)
})

test('a message that the bot may not delete stays listed, and can only be deleted again', async () => {
  const { textId } = (await manager.post(path, { channelId, text: 'Stuck' })).json<DiscordText>()
  await until('it is there', () => p.said(channelId).includes('Stuck'))
  await p.isQuiet()
  const denied = p.discord.fail({ method: 'DELETE', path: /\/messages\//, status: 403, code: 50_001 })
  expect((await manager.delete(`${path}/${textId}?version=1`)).statusCode).toBe(200)
  const stuck = async () => (await list()).texts.find((text) => text.textId === textId)
  await until('it failed', async () => (await stuck()) !== undefined)
  expect(await stuck()).toMatchObject({
    state: 'undeleted',
    problem: 'The bot has no access to this in Discord',
    version: 2,
  })
  expect((await manager.put(`${path}/${textId}`, { text: 'Late', version: 2 })).json()).toMatchObject({ code: 'not_found' })
  denied.stop()
  expect((await manager.delete(`${path}/${textId}?version=2`)).statusCode).toBe(200)
  await until('it is gone', () => !p.said(channelId).includes('Stuck'))
  await p.isQuiet()
  expect(await stuck()).toBeUndefined()
  expect((await manager.delete(`${path}/${textId}?version=2`)).statusCode).toBe(404)
})

test('a message that Discord refuses is shown with the reason', async () => {
  const denied = p.discord.fail({ method: 'POST', path: /\/messages$/, status: 403, code: 50_013, times: 1 })
  await manager.post(path, { channelId, text: 'Refused' })
  await until('it failed', async () => (await list()).texts[0]?.state === 'failed')
  expect((await list()).texts[0]?.problem).not.toBe('')
  denied.stop()
})
