import { BRIDGE_HEARTBEAT_MS, BRIDGE_PROTOCOL, type BridgeSettings, type EmergencyLine } from '@tenfour/contract'
import { join } from 'node:path'
import { ALIASES } from '../command-names.ts'
import { type BridgeConfig, parseConfig } from '../config.ts'
import { type GameSetup, NET, type Notice, type TabletOpening } from '../net.ts'
import { clientTexts, createTexts, readTexts } from '../texts.ts'
import { openAceGroups } from './ace-groups.ts'
import { isHit, noticeOf } from './answers.ts'
import { createArguments } from './arguments.ts'
import { createCallsInHand } from './calls-in-hand.ts'
import { startCommands } from './commands.ts'
import { createEvents, type EventAnswer } from './events.ts'
import { createGarages } from './frameworks/garages.ts'
import { createFrameworks } from './frameworks/frameworks.ts'
import { openPenalties, penaltyExports } from './penalties.ts'
import { recordExports } from './exports.records.ts'
import { publishExports } from './exports.ts'
import { fromPortal } from './from-portal.ts'
import { createLinking } from './linking.ts'
import { createLimits } from './limits.ts'
import { followPlateReader } from './plate-reader.ts'
import { createPlates } from './plates.ts'
import { coordinatesOf, createRoster, everySource, forget, identifiersOf, remember, rememberAll, sourceOf } from './players.ts'
import { connectPortal } from './portal.ts'
import { createPositions } from './positions.ts'
import { createRecords } from './records.ts'
import { createSettings } from './settings.ts'
import { createTrafficStops } from './traffic-stops.ts'
import { createUnits } from './units.ts'
import { openWhitelist, refusal } from './whitelist.ts'

const WHY_NOT = 'none of their identifiers is on it'

const resource = GetCurrentResourceName()
const folder = join(GetResourcePath(resource), 'data')
// oxlint-disable-next-line no-console -- FiveM shows a resource's console in the server's own.
const print = (line: string) => console.log(`[${resource}] ${line}`)

function readConfig(): BridgeConfig {
  try {
    return parseConfig(LoadResourceFile(resource, 'config.json'))
  } catch (error) {
    print(`${error instanceof Error ? error.message : String(error)}. Until it is fixed, the default settings apply.`)
    return parseConfig(null)
  }
}

function start(): void {
  rememberAll()
  const config = readConfig()
  const language = readTexts({ language: config.language, read: (file) => LoadResourceFile(resource, file), print })
  const texts = createTexts(language)
  const settings = createSettings({ resource, print })
  const { commands, tabletKey, takeCallKey, trafficStopKey, notifications, postal, screens } = config
  const setup: GameSetup = {
    commands,
    tabletKey,
    takeCallKey,
    trafficStopKey,
    notifications,
    postal,
    screens,
    texts: clientTexts(language),
  }
  const startedAt = Date.now()
  const maxPlayers = () => GetConvarInt('sv_maxclients', 48)
  const notify = (source: string, notice: Notice) => emitNet(NET.notify, source, notice)
  const whitelist = openWhitelist(join(folder, 'whitelist.json'))
  const aceGroups = openAceGroups({ path: join(folder, 'ace-groups.json'), offered: config.aceGroups, resource, print })
  const units = createUnits(() => {
    inHand.unitsChanged()
    frameworks.unitsChanged()
  })
  const { take, trafficStop, attach } = commands
  const hintOf = (command: string, key: string) => (key === '' ? `/${command}` : key)
  const takeHint =
    take === ''
      ? ''
      : config.takeCallKey === ''
        ? texts('offer.hint', { command: take })
        : texts('offer.hintKey', { key: config.takeCallKey })
  const inHand = createCallsInHand({ units, notify, texts, takeHint, attach })
  const penalties = openPenalties({ path: join(folder, 'penalties.jsonl'), raise: (message) => emit('tenfour:penalty', message), print })
  const limits = createLimits()
  const pings = new Map<string, number>()
  const roster = createRoster({ portal: () => portal, units })
  let serverId: number | undefined

  const showScreens = (target: string | number) => {
    // A page that fails to load would show the browser's error permanently, so players who join while the portal is away get it later.
    if (serverId === undefined || settings.displayKey() === '' || !portal.isConnected()) return
    emitNet(NET.screens, target, `${settings.url()}/dui?serverId=${serverId}&key=${encodeURIComponent(settings.displayKey())}`)
  }
  const handlers = fromPortal({
    config,
    whitelist,
    aceGroups,
    units,
    inHand,
    stops: { isOwn: (source, call) => stops.isOwn(source, call) },
    penalties,
    notify,
    sendKeyFrame: () => positions.sendKey(),
    onSettings: (next) => enforce(next),
    onLinked: (source) => {
      linking.linked(source)
      frameworks.linked(Number(source))
    },
    onPing: (source, pingId) => void pings.set(source, pingId),
    texts,
    print,
  })
  const portal = connectPortal({
    print,
    handlers,
    onConnect: () => void hello(),
    onDisconnect: () => {
      positions.stop()
      roster.disconnected()
    },
  })
  const linking = createLinking({ portal, command: config.commands.link || ALIASES.link, notify, texts })
  const positions = createPositions({ perSecond: config.positionsPerSecond, players: everySource, send: portal.sendPositions })
  const records = createRecords({ portal, limits, print })
  const args = createArguments({ print })
  const plates = createPlates<EventAnswer>()
  const { published, left } = recordExports({ records, args })
  const events = createEvents({
    path: join(folder, 'outbox.jsonl'),
    portal,
    print,
    onAnswer: (event, answer) => {
      const source = sourceOf(event.player?.identifiers ?? {})
      if (answer.ok && answer.result.unit) units.save(answer.result.unit, source)
      frameworks.answered(event.id)
      const notice = stops.isQuiet(event.id) ? null : noticeOf(event, answer, texts)
      if (notice && source !== undefined) notify(source, notice)
      if (source !== undefined) stops.answered(source, event, answer)
      plates.answered(event.id, answer)
      if (answer.ok && answer.result.hits && isHit(answer.result.hits)) emit('tenfour:plateHit', Number(source ?? 0), answer.result.hits)
      emit('tenfour:answered', event.id, answer)
    },
  })

  const garages = createGarages({
    save: (from, externalId, vehicles) =>
      records.put(externalId, {
        name: 'The garage of a character',
        message: 'garage.save',
        source: String(from),
        payload: { garage: { externalId, vehicles } },
        pick: () => null,
        report: (_none, problem) => problem !== undefined && print(`The vehicles of a character were not taken: ${problem}`),
      }),
    orders: async () => {
      const answer = portal.knows('garage.orders') === true ? await portal.ask('garage.orders', {}) : undefined
      return answer?.ok ? answer.orders : null
    },
    ordered: (done) => void portal.ask('garage.ordered', done),
    print,
  })
  const stops = createTrafficStops({
    events,
    units,
    inHand,
    plates,
    isConnected: portal.isConnected,
    notify,
    texts,
    hint: hintOf(trafficStop, config.trafficStopKey),
  })
  const frameworks = createFrameworks({
    config: config.framework,
    records: published,
    events,
    garages,
    isOnDuty: (source) => units.of(source) !== undefined,
    print,
  })

  async function hello(): Promise<void> {
    const answer = await portal.ask('hello', {
      protocol: BRIDGE_PROTOCOL,
      version: GetResourceMetadata(resource, 'version', 0) ?? '0',
      resource,
      maxPlayers: maxPlayers(),
      players: roster.forHello(),
      whitelist: whitelist.current(),
      aceGroups: aceGroups.offered(),
      aceGroupsVersion: aceGroups.version(),
      knows: Object.keys(handlers),
    })
    if (!answer) return
    if (!answer.ok) return print(`The portal refused the connection: ${answer.message}`)
    serverId = answer.serverId
    portal.greeted(answer.knows ?? [])
    portal.say(`Connected to ${settings.url()} as ${answer.name}`)
    if (answer.whitelist) saveWhitelist(answer.whitelist)
    enforce(answer.settings)
    units.replace(answer.units)
    inHand.replace(answer.calls, answer.offers ?? [])
    roster.greeted()
    emit('tenfour:connected', answer.units, answer.calls)
    positions.start()
    showScreens(-1)
    sendHeartbeat()
    events.deliver()
    records.deliver()
  }

  let numbers: readonly EmergencyLine[] = []
  const enforce = ({ enforcesWhitelist = true, ...given }: BridgeSettings) => {
    numbers = given.numbers ?? []
    emitNet(NET.numbers, -1, numbers)
    try {
      whitelist.enforce(enforcesWhitelist)
    } catch (error) {
      print(`The whitelist could not be saved; it applies until the server stops: ${String(error)}`)
    }
  }
  const saveWhitelist = (list: Parameters<typeof whitelist.replace>[0]) => {
    try {
      whitelist.replace(list)
    } catch (error) {
      print(`The whitelist could not be saved; it applies until the server stops: ${String(error)}`)
    }
  }
  const sendHeartbeat = () =>
    void portal.ask('heartbeat', {
      players: everySource().length,
      maxPlayers: maxPlayers(),
      uptimeSeconds: (Date.now() - startedAt) / 1000,
      queued: events.queued(),
    })
  const connect = () => {
    if (settings.read()) portal.open(settings.url(), settings.apiKey())
  }
  const heartbeat = setInterval(() => {
    connect()
    sendHeartbeat()
  }, BRIDGE_HEARTBEAT_MS)

  type Deferrals = { defer: () => void; done: (reason?: string) => void }
  on('playerConnecting', (name: string, _setReason: unknown, deferrals: Deferrals) => {
    const identifiers = identifiersOf(String(source))
    deferrals.defer()
    // FiveM requires a tick between defer and done, and treats any argument to done as a refusal.
    setTimeout(() => {
      const reason = refusal(whitelist, identifiers, config.whitelist)
      if (reason !== null && !whitelist.isEnforced()) print(`The whitelist is not switched on. It would have refused ${name}: ${WHY_NOT}.`)
      if (reason === null || !whitelist.isEnforced()) deferrals.done()
      else deferrals.done(reason)
    }, 0)
  })
  on('playerJoining', () => {
    remember(String(source))
    aceGroups.joined(source)
    roster.joined(source)
  })
  on('playerDropped', () => {
    left(source)
    frameworks.left(source)
    linking.left(String(source))
    plateReader.left(String(source))
    aceGroups.left(source)
    roster.left(source)
    limits.forget(source)
    pings.delete(String(source))
    inHand.left(String(source))
    stops.left(String(source))
    units.left(String(source))
    forget(String(source))
  })
  onNet(NET.ready, () => {
    if (limits.take(source, 'ready') !== 'allowed') return
    emitNet(NET.setup, source, setup)
    emitNet(NET.numbers, source, numbers)
    inHand.ready(String(source))
    showScreens(source)
  })
  onNet(NET.tablet, () => {
    if (limits.take(source, 'tablet') === 'allowed') void openTablet(String(source))
  })

  async function openTablet(from: string): Promise<void> {
    if (settings.url() === '') return notify(from, { title: '', text: texts('notSetUp'), tone: 'error' })
    const answer = await portal.ask('ticket', { identifiers: identifiersOf(from) })
    const { ticket, apiKey } = answer?.ok ? answer : { ticket: null, apiKey: '' }
    emitNet(NET.openTablet, from, { portalUrl: settings.url(), ticket, apiKey, key: config.tabletKey } satisfies TabletOpening)
  }

  startCommands({
    commands: config.commands,
    events,
    inHand,
    stops,
    limits,
    isConnected: portal.isConnected,
    numbers: () => numbers,
    onLink: linking.typed,
    takePing: (source) => {
      const pingId = pings.get(source)
      pings.delete(source)
      return pingId
    },
    notify,
    texts,
    print,
  })
  const plateReader = followPlateReader({
    portal,
    limits,
    unitOf: units.of,
    // A plate that stays in sight is read once a minute.
    read: (source, reading) =>
      plates.take(source, reading.plate, () => events.put('plate-read', source, { ...coordinatesOf(source), ...reading }).id),
    onHit: (source, hits) => {
      const notice = noticeOf({ kind: 'plate-read' }, { ok: true, result: { hits } }, texts)
      if (notice) notify(source, notice)
      emit('tenfour:plateHit', Number(source), hits)
    },
  })
  publishExports({
    events,
    units,
    isConnected: portal.isConnected,
    plates,
    args,
    records: { ...published, ...penaltyExports({ penalties, args }) },
  })
  on('onResourceStop', (stopped: string) => {
    if (stopped !== resource) return
    clearInterval(heartbeat)
    aceGroups.close()
    garages.close()
    positions.stop()
    portal.close()
    events.close()
    records.close()
    penalties.close()
  })
  for (const { texture } of config.screens.filter(({ places }) => places.length === 0))
    print(`The screen on ${texture} is shown to nobody: add its positions to "places" in config.json.`)
  // A tick later, so that scripts of the same start listen already.
  setTimeout(penalties.raiseRest, 0)
  aceGroups.start()
  frameworks.start()
  connect()
}

start()
