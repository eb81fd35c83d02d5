import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEPARTMENT, UNIT_TYPE, type PatrolUnit } from '@tenfour/contract'
import { expect } from '@playwright/test'
import { buildBridge } from '../../bridge/build.ts'
import { createFakeFivem } from '../../bridge/src/simulate/fake-fivem.ts'
import type { Portal } from './portal.ts'
import { apiOf, createSession } from './api.ts'

const CONNECTING = { timeout: 60_000 }

export type Player = { readonly name: string; readonly steam: string; readonly x: number; readonly y: number }

let steamCount = 0
/** A Steam hex that is unused in this portal. */
const newSteam = () => `1100001${(0x10000000 + (steamCount += 1)).toString(16)}`

export const someone = (name: string, x: number, y: number): Player => ({ name, steam: newSteam(), x, y })

/** A police officer on duty in the game, without a browser. */
export async function officer(portal: Portal, serverId: number, sign: string, x: number, y: number) {
  const player = someone(`Officer ${sign}`, x, y)
  const account = await portal.createUser({ name: player.name, departments: ['LSPD'], steam: player.steam })
  const api = apiOf(portal, await createSession(portal, account))
  const unit = { serverId, departmentId: DEPARTMENT.LSPD, identifier: sign, type: UNIT_TYPE.Patrol }
  const { userId } = await api<PatrolUnit>('POST', '/api/patrol/unit/save', unit)
  return { ...player, sign, userId, goOffDuty: () => api('GET', `/api/patrol/unit/status/${userId}/1`) }
}

/** A game server running the resource as FiveM would, whose players don't move. */
export async function startStillGame(portal: Portal, serverId: number, players: readonly Player[]) {
  const folder = await mkdtemp(join(tmpdir(), 'tenfour-e2e-game-'))
  const printedKey = await portal.command('key', 'issue', '--kind', 'server', '--name', 'Test', '--server', String(serverId))
  const convars = { tenfour_url: portal.url, tenfour_key: printedKey.trim().split('\n').at(-1) ?? '', sv_maxclients: '256' }
  const game = createFakeFivem({ folder: await buildBridge(folder), convars })
  const sources = new Map<string, number>()
  for (const { name, steam, x, y } of players) {
    const source = await game.join({ name, identifiers: [`steam:${steam}`, `license:${steam}`], x, y })
    if (typeof source === 'number') sources.set(name, source)
  }
  game.start()
  await expect.poll(() => game.printed.join(), CONNECTING).toContain('Connected')
  const sourceOf = (name: string) => sources.get(name) ?? 0
  return {
    move: (name: string, x: number, y: number) => void Object.assign(game.players.get(sourceOf(name)) ?? {}, { x, y }),
    leave: (name: string) => game.leave(sourceOf(name), 'Left'),
    /** Stops abruptly, like a power failure of the game server. */
    stop: async () => {
      game.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
