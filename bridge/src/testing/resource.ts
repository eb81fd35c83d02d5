import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildBridge } from '../../build.ts'
import { createFakeFivem, type FakeFivem } from '../simulate/fake-fivem.ts'

let built: Promise<string> | undefined
const folders: string[] = []

/** The bundle, built once and copied for each game server. */
export async function installResource(): Promise<string> {
  const build = mkdtempSync(join(tmpdir(), 'tenfour-bridge-'))
  built ??= buildBridge(join(build, 'tenfour'))
  const folder = mkdtempSync(join(tmpdir(), 'tenfour-resource-'))
  folders.push(build, folder)
  cpSync(await built, folder, { recursive: true })
  return folder
}
export const removeResources = () => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true }))

export function startResource(folder: string, convars: Readonly<Record<string, string>>): FakeFivem {
  const game = createFakeFivem({ folder, convars })
  game.start()
  return game
}
