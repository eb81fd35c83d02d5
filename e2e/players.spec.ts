import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildBridge } from '../bridge/build.ts'
import { createFakeFivem } from '../bridge/src/simulate/fake-fivem.ts'
import { NET } from '../bridge/src/net.ts'
import { expectAccessible } from './support/accessible.ts'
import { apiOf, createSession } from './support/api.ts'
import { card } from './support/people.ts'
import type { Portal } from './support/portal.ts'
import { expect, test } from './support/test.ts'

// A member with neither Steam nor Discord, from their account settings to the game, and a whitelist that is tried before it refuses anyone.

const SOON = { timeout: 30_000 }
const LICENSE = '4d1f0c7e9ab25c3358d6f1b2a70e944c1a2b3c4d'

async function startGame(portal: Portal, name: string) {
  const root = apiOf(portal, await createSession(portal, portal.root))
  const { serverId } = await root<{ serverId: number }>('POST', '/api/patrol/server', { name })
  const printed = await portal.command('key', 'issue', '--kind', 'server', '--name', name, '--server', String(serverId))
  const folder = mkdtempSync(join(tmpdir(), 'tenfour-e2e-players-'))
  const game = createFakeFivem({
    folder: await buildBridge(folder),
    convars: { tenfour_url: portal.url, tenfour_key: printed.trim().split('\n').at(-1) ?? '' },
  })
  game.start()
  await expect.poll(() => game.printed.join(), SOON).toContain('Connected')
  const lastNotice = (source: number) =>
    JSON.stringify(game.sent.findLast((each) => each.event === NET.notify && each.target === source)?.args)
  const stop = () => {
    game.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { game, serverId, lastNotice, stop }
}

test('a member links the game with a code, and is whitelisted without Steam; the whitelist is tried, then switched on', async ({
  page,
  portal,
  as,
}) => {
  const { game, serverId, lastNotice, stop } = await startGame(portal, `Tried ${process.pid}`)
  try {
    const june = await portal.createUser({ name: 'June Calder', departments: ['LSPD'] })
    const source = Number(await game.join({ name: 'June in the game', identifiers: [`license:${LICENSE}`] }))
    expect(source, 'nobody is refused before the whitelist is switched on').toBeGreaterThan(0)

    await as(june)
    await page.goto('/user/settings')
    const own = card(page, 'In the game')
    await own.getByRole('button', { name: 'Link with a code' }).click()
    const words = await own.getByText('/link').textContent()
    game.command(source, 'link', /\d{6}/.exec(words ?? '')?.[0] ?? '')
    await expect(own).toContainText('June in the game')
    await expect.poll(() => lastNotice(source), SOON).toContain('the account of June Calder')
    await expectAccessible(page)
    await own.getByRole('button', { name: 'Yes, that is me' }).click()
    await expect(own).toContainText('now type /link yes in the game')
    game.command(source, 'link', 'yes')
    await expect(own).toContainText(`…${LICENSE.slice(-8)}`)

    await game.join({ name: 'A stranger', identifiers: ['license:stranger'] })
    await as(portal.root)
    await page.goto(`/servers/list?server=${serverId}`)
    const whitelist = card(page, 'Whitelist')
    await expect(whitelist.getByRole('listitem').filter({ hasText: 'June in the game' })).toContainText(
      'June Calder is not on the whitelist',
    )
    await expect(whitelist.getByRole('listitem').filter({ hasText: 'A stranger' })).toContainText('No account of the portal')
    await expectAccessible(page)
    const api = apiOf(portal, await createSession(portal, portal.root))
    const { userId } = await apiOf(portal, await createSession(portal, june))<{ userId: number }>('GET', '/api/auth/me')
    await api('GET', `/api/user/SetWhitelistState/${userId}/true/prod`)
    await whitelist.getByRole('button', { name: 'Switch the whitelist on' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch on' }).click()
    await expect(whitelist).toContainText('Who are not listed')
    await expect.poll(() => game.join({ name: 'A stranger', identifiers: ['license:stranger'] }), SOON).toContain('not whitelisted')
    expect(await game.join({ name: 'June in the game', identifiers: [`license:${LICENSE}`] })).toEqual(expect.any(Number))
  } finally {
    stop()
  }
})
