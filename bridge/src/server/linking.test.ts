import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlayerIdentifiers } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { NET, type Notice } from '../net.ts'
import type { FakeFivem } from '../simulate/fake-fivem.ts'
import { startPortal, type PortalProcess } from '../testing/portal.ts'
import { installResource, removeResources, startResource } from '../testing/resource.ts'

const WAIT = { timeout: 15_000, interval: 50 }
const LICENSE = '4d1f0c7e9ab25c3358d6f1b2a70e944c1a2b3c4d'

let portal: PortalProcess
let game: FakeFivem
beforeAll(async () => {
  portal = await startPortal()
  portal.addMember('June', '110000112345678', 'LSPD')
  const folder = await installResource()
  writeFileSync(join(folder, 'config.json'), '{ "whitelist": { "enforce": false } }')
  game = startResource(folder, { tenfour_url: portal.url, tenfour_key: await portal.serverKey() })
  await vi.waitFor(() => expect(game.printed.join()).toContain('Connected'), WAIT)
}, 90_000)
afterAll(async () => {
  game.stop()
  await portal.stop()
  removeResources()
}, 60_000)

const noticesOf = (source: number) =>
  game.sent.filter(({ event, target }) => event === NET.notify && target === source).map(({ args }) => (args[0] as Notice).text)
const told = (source: number, words: string) => vi.waitFor(() => expect(noticesOf(source).at(-1)).toContain(words), WAIT)

test('a player without Steam and Discord types the code of a member, both confirm, and the game knows them from then on', async () => {
  const heard: unknown[] = []
  game.listen('tenfour:linked', (...args) => void heard.push(args))
  const june = await portal.memberOf('June')
  const { userId } = await june.get<{ userId: number }>('auth/me')
  const source = Number(await game.join({ name: 'June in the game', identifiers: [`license:${LICENSE}`, 'license2:second'] }))
  game.command(source, 'onduty', '4L12')
  await told(source, 'link the game in your account settings')

  game.command(source, 'link')
  await told(source, 'six digits')
  game.command(source, 'link', 'yes')
  await told(source, 'Type the code first')
  const { code } = await june.post<{ code: string }>(`user/players/${userId}/code`, {})
  game.command(source, 'tflink', code)
  await told(source, 'the account of June. Is that you? /link yes')
  game.command(source, 'link', 'yes')
  await told(source, 'confirm in your account settings')
  const body = { isOwn: true, license: LICENSE.slice(-8) }
  expect(await june.post(`user/players/${userId}/code/answer`, body)).toEqual({ isLinked: true })
  await told(source, 'You are linked to the account of June')
  expect(heard).toEqual([[source, true]])
  expect(await june.get<PlayerIdentifiers>(`user/players/${userId}`)).toMatchObject({
    licenses: [{ license: LICENSE }, { kind: 'license2', license: 'second' }],
  })

  game.command(source, 'onduty', '4L12')
  await vi.waitFor(() => expect(game.callExport('getUnit', source)).toMatchObject({ source, steam: null, identifier: '4L12' }), WAIT)
  game.leave(source, 'Left')
  const again = Number(await game.join({ name: 'June again', identifiers: ['license2:second'] }))
  game.command(again, 'status', 'busy')
  await vi.waitFor(() => expect(game.callExport('getUnit', again)).toMatchObject({ status: 4 }), WAIT)
}, 60_000)

test('a wrong code says so, and a portal that is away too', async () => {
  const source = Number(await game.join({ name: 'Guesser', identifiers: ['license:guesser'] }))
  game.command(source, 'link', '000000')
  await told(source, 'wrong, has expired')
  portal.kill().catch(() => undefined)
  await vi.waitFor(() => expect(game.printed.join()).toContain('The portal is away'), WAIT)
  game.command(source, 'link', '000000')
  await told(source, 'can not be reached')
}, 60_000)
