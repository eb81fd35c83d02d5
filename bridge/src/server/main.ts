import { BRIDGE_HEARTBEAT_MS, BRIDGE_PROTOCOL } from '@tenfour/contract'
import { join } from 'node:path'
import { parseConfig } from '../config.ts'
import { NET, type Notice, type TabletOpening } from '../net.ts'
import { noticeOf } from './answers.ts'
import { startCommands } from './commands.ts'
import { createEvents } from './events.ts'
import { publishExports } from './exports.ts'
import { fromPortal } from './from-portal.ts'
import { identifiersOf, sourceOf, steamOf } from './players.ts'
import { connectPortal } from './portal.ts'
import { createPositions } from './positions.ts'
import { createRoster } from './roster.ts'
import { takeSecret } from './secret.ts'
import { createUnits } from './units.ts'
import { openWhitelist, refusal } from './whitelist.ts'

const resource = GetCurrentResourceName()
const folder = join(GetResourcePath(resource), 'data')
// oxlint-disable-next-line no-console -- FiveM shows a resource's console in the server's own.
const print = (line: string) => console.log(`[${resource}] ${line}`)

function start(): void {
  const config = parseConfig(LoadResourceFile(resource, 'config.json'))
  const portalUrl = GetConvar('tenfour_url', '').replace(/\/+$/, '')
  const apiKey = takeSecret('tenfour_key')
  const displayKey = takeSecret('tenfour_display_key')
  if (portalUrl === '' || apiKey === '') {
    return print(
      'Not connected: put  set tenfour_url "https://..."  and  set tenfour_key "..."  into server.cfg, before the resource is ensured.',
    )
  }

  const startedAt = Date.now()
  const maxPlayers = () => GetConvarInt('sv_maxclients', 48)
  const notify = (source: string, notice: Notice) => emitNet(NET.notify, source, notice)
  const whitelist = openWhitelist(join(folder, 'whitelist.json'))
  const units = createUnits()
  const roster = createRoster({ portal: () => portal, units })
  let serverId: number | undefined

  const showScreens = (target: string | number) => {
    if (serverId === undefined || displayKey === '') return
    emitNet(NET.screens, target, `${portalUrl}/dui?serverId=${serverId}&key=${encodeURIComponent(displayKey)}`)
  }
  const portal = connectPortal({
    url: portalUrl,
    apiKey,
    print,
    handlers: fromPortal({ config, whitelist, units, notify, sendKeyFrame: () => positions.sendKey() }),
    onConnect: () => void hello(),
    onDisconnect: () => {
      positions.stop()
      roster.parted()
    },
  })
  const positions = createPositions({ perSecond: config.positionsPerSecond, send: portal.sendPositions })
  const events = createEvents({
    path: join(folder, 'outbox.jsonl'),
    portal,
    onAnswer: (event, answer) => {
      if (answer.ok && answer.result.unit) units.save(answer.result.unit)
      const notice = noticeOf(event, answer)
      const steam = event.player?.identifiers.steam
      const source = steam === undefined ? undefined : sourceOf(steam)
      if (notice && source !== undefined) notify(source, notice)
      emit('tenfour:answered', event.id, answer)
    },
  })

  async function hello(): Promise<void> {
    const answer = await portal.ask('hello', {
      protocol: BRIDGE_PROTOCOL,
      version: GetResourceMetadata(resource, 'version', 0) ?? '0',
      resource,
      maxPlayers: maxPlayers(),
      players: roster.forHello(),
      whitelist: whitelist.stand(),
    })
    if (!answer) return
    if (!answer.ok) return print(`The portal turned us away: ${answer.message}`)
    serverId = answer.serverId
    portal.say(`Connected to ${portalUrl} as ${answer.name}`)
    if (answer.whitelist) whitelist.replace(answer.whitelist)
    units.replace(answer.units)
    roster.greeted()
    emit('tenfour:connected', answer.units, answer.calls)
    positions.start()
    showScreens(-1)
    beat()
    events.deliver()
  }

  const beat = () =>
    void portal.ask('heartbeat', {
      players: getPlayers().length,
      maxPlayers: maxPlayers(),
      uptimeSeconds: (Date.now() - startedAt) / 1000,
      queued: events.queued(),
    })
  const heartbeat = setInterval(beat, BRIDGE_HEARTBEAT_MS)

  on('playerConnecting', (_name: string, _setReason: unknown, deferrals: { defer: () => void; done: (reason?: string) => void }) => {
    const steam = steamOf(String(source))
    deferrals.defer()
    // FiveM wants a tick between the two.
    setTimeout(() => deferrals.done(refusal(whitelist, steam, config.whitelist) ?? undefined), 0)
  })
  on('playerJoining', () => roster.joined(source))
  on('playerDropped', () => roster.left(source))
  onNet(NET.ready, () => showScreens(source))
  onNet(NET.tablet, () => void openTablet(String(source)))

  async function openTablet(from: string): Promise<void> {
    const answer = await portal.ask('ticket', { identifiers: identifiersOf(from) })
    const opening: TabletOpening = { portalUrl, ticket: answer?.ok ? answer.ticket : null, apiKey: answer?.ok ? answer.apiKey : '' }
    emitNet(NET.openTablet, from, opening)
  }

  startCommands({ commands: config.commands, events, notify })
  publishExports({ events, units })
  on('onResourceStop', (stopped: string) => {
    if (stopped !== resource) return
    clearInterval(heartbeat)
    positions.stop()
    portal.close()
    events.close()
  })
}

start()
